import { describe, expect, test } from 'vitest';
import { ActionError } from '../../../action/error.ts';
import { addShots } from '../../../action/pass/complete.ts';
import { explain, type Service } from '../../../action/service.ts';
import { ServiceError } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import type { Shot } from '../../../server/contract/send-shots.ts';
import { answering, showing } from './support/client.ts';

describe('a refusal of the service', () => {
  const url = 'https://x.test';
  const token = { kind: 'token', bearer: 'slt_x' } as const;
  const job = { kind: 'job', bearer: async () => 'sla_x' } as const;
  const refused = 'The service refused the review';
  const credits = 'Wait for the refill, or raise CREDITS_PER_MONTH on your own service.';
  const fields = {
    ...{
      page_url: 'Input "url"',
      wait_for: 'Input "wait-for"',
      image: 'Input "images"',
      'images[0].image': 'Input "images"',
    },
    ...{ title: 'Input "title"', context: 'Input "context"', type: 'Input "type"', headers: 'Input "headers"' },
    ...{ 'cookies[1].name': 'Input "cookies"', mask: 'Input "mask"', pdf: 'Input "pdf"', html: 'Input "html"' },
    ...{ kind: 'kind', 'Idempotency-Key': 'Idempotency-Key' },
  };

  test.each<[string, Service['credential'], number, ServiceError['body'], sentence: string]>([
    ['that is no answer', token, 0, { message: 'It cannot be reached.' }, 'Input "service-url": It cannot be reached.'],
    [
      'of the token',
      token,
      401,
      {},
      'Input "token": https://x.test does not accept this token: it is wrong or has expired. Get a new one with "curl -X POST https://x.test/api/try-token" and store it as the repository\'s secret.',
    ],
    [
      'of the job’s own token',
      job,
      401,
      {},
      'https://x.test does not accept the access token that it gave this job for its id-token. Was the repository’s connection ended there? Run this job again.',
    ],
    [
      'for credits',
      job,
      402,
      { needed: 3, held: 1 },
      `Too few credits: this review needs 3, and the workspace has 1 left this month. ${credits}`,
    ],
    [
      'for credits, of an older service',
      token,
      402,
      {},
      `Too few credits: this review needs more, and the workspace has fewer left this month. ${credits}`,
    ],
    ['in its own words', token, 409, { message: 'Not now.' }, `${refused} (409): Not now.`],
    [
      'of some fields',
      token,
      422,
      { message: 'Wrong.', errors: Object.keys(fields).map((path) => ({ path, message: `No ${path}.` })) },
      [`${refused} (422): Wrong.`, ...Object.entries(fields).map(([path, name]) => `${name}: No ${path}.`)].join('\n'),
    ],
  ])('%s is explained to the author of the workflow', (_, credential, status, body, sentence) => {
    const service = { url, credential } as Partial<Service> as Service;
    expect(explain(new ServiceError(status, body), service)).toEqual(new ActionError(sentence));
  });

  test('is all that is explained: another error stays as it is', () => {
    const error = new TypeError('Oops');
    expect(explain(error, { url, credential: token } as Service)).toBe(error);
  });
});

describe('screenshots that are added to a review', () => {
  const image = { label: 'b', image: 'data:image/png;base64,' } as Shot;
  const page: Shot = { capture_url: true, page_url: 'https://x.test/b' };
  const failure = (status: number) => new ServiceError(status, { message: 'Not now.', retry_after: 0.001 });

  /** Adds shots to a review, where the first request gets no answer but `status`. Returns the keys of all requests. */
  async function add(shots: Shot[], status: number, review: Review): Promise<unknown[]> {
    const keys: unknown[] = [];
    const client = answering({
      get_review: () => review,
      add_screenshot: (_, key) => {
        keys.push(key);
        if (keys.length === 1) throw failure(status);
      },
    });
    await addShots(client, review.id, shots, () => {});
    return keys;
  }

  const open = showing(['a']);
  const key = expect.stringMatching(/^[0-9a-f]{64}$/);
  test.each<[string, Shot, number]>([
    ['an image after an outage', image, 503],
    ['an image whose answer is lost while it is being added', image, 502],
    ['a page whose answer is lost', page, 0],
    ['a page after a limit', page, 429],
  ])('are sent again with the same key, so that they arrive once: %s', async (_, shot, status) => {
    const [first, second, ...more] = await add([shot], status, open);
    expect([first, second, more]).toEqual([key, first, []]);
  });

  test('have a key for each group and review, which another job that sends the same repeats', async () => {
    const [, images, ofPage] = await add([image, page], 503, open);
    expect(ofPage).not.toBe(images);
    expect((await add([image], 503, open))[0]).toBe(images);
    expect((await add([image], 503, { ...open, id: 'other' }))[0]).not.toBe(images);
  });

  test.each<[string, Shot, number]>([
    ['a refused page', page, 422],
    ['a refused image', image, 422],
  ])('are an error, and not sent again: %s', async (_, shot, status) => {
    await expect(add([shot, image], status, open)).rejects.toMatchObject({ status });
  });

  test('end where the review has failed, which is then reported', async () => {
    expect(await add([page, image], 422, showing([], { status: 'failed' }))).toHaveLength(1);
  });
});
