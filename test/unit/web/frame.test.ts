import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '../../../server/contract/client.ts';
import { createFrameClient } from '../../../server/web/frame/frame-client.ts';
import type { Host } from '../../../server/web/frame/host.ts';
import { createFrame, type Opened } from '../../../server/web/frame/opened.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const opened = (capability: string): Opened => ({
  service_url: 'https://sightline.example',
  capability,
  page_key: 'key',
  review_url: 'https://sightline.example/r/1',
  first_screenshot: '',
});

test('a frame tries again after a failed renewal, and is offline, not without a review, once it is too late', async () => {
  const answers: (string | null)[] = [null, null, 'second', null];
  const host: Host = {
    async request() {
      const capability = answers.shift() ?? null;
      return { isError: capability === null, structuredContent: opened(capability ?? '') } as never;
    },
    notify() {},
  };
  const frame = createFrame(host, opened('first'), { id: '1', modes: [], openLink() {} });
  const client = createFrameClient(frame);
  const after = (minutes: number) => vi.advanceTimersByTime(minutes * 60_000);

  await frame.renew();
  expect(answers).toHaveLength(4);
  after(51);
  await frame.renew();
  expect([frame.capability, answers.length]).toEqual(['first', 3]);
  after(10);
  const refused = client.call('read_review', {});
  await expect(refused).rejects.toThrow(ServiceError);
  await expect(refused).rejects.toMatchObject({ status: 0, message: 'The chat did not open the review again.' });
  await frame.renew();
  expect([frame.capability, answers.length]).toEqual(['second', 1]);
  after(49);
  await frame.renew();
  expect(answers).toHaveLength(1);
});
