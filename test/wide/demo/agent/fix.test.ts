import { expect, test } from 'vitest';
import { runAgent } from '../../../demo/agent/fix.ts';
import { declined } from '../../../demo/agent/rules.ts';
import { decide, mark, review, reviewerOf } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = await temporaryFolder('agent-');
const service = await startService();

test('a mark that the agent declines stays open, and nothing is published', async () => {
  const client = await service.newClient();
  const created = await review(client);
  await reviewerOf(created).call('place_mark', mark({ body: 'This button is too pale' }));
  await decide(created, 'changes_requested');
  const publish = async () => Promise.reject(new Error('must not publish'));
  const options = { serviceUrl: service.url, token: client.token, reviewId: created.id, siteDir: folder, publish };
  for (let time = 1; time <= 2; time += 1) {
    const result = await runAgent({ ...options, openPass: true });
    expect(result).toEqual({ fixed: new Map(), declined: new Map([[1, declined]]), nextReview: null });
  }
  const { marks } = await client.call('get_review', { id: created.id });
  expect(marks).toMatchObject([{ status: 'open', note: null }]);
});

test('a wrong token is refused at the first call', async () => {
  const nothing = async () => Promise.reject(new Error('must not publish'));
  await expect(
    runAgent({
      serviceUrl: service.url,
      token: 'slt_wrong',
      reviewId: '0'.repeat(26),
      siteDir: folder,
      openPass: false,
      publish: nothing,
    }),
  ).rejects.toThrow('Unauthorized');
});
