import { beforeEach, expect, test } from 'vitest';
import type { JobData } from '../../../../server/domain/ports.ts';
import { startChild } from '../../../api/db/support/child.ts';
import { jobsOf } from '../../../api/db/support/jobs.ts';
import { createQueues, opinion, type Queues, shot } from '../../../api/db/support/queues.ts';

let queues: Queues;
let db: Queues['db'];
let open: Queues['open'];
beforeEach(async () => {
  queues = await createQueues();
  ({ db, open } = queues);
});

test('a slow job of one workspace delays only the jobs of that workspace', async () => {
  const queue = await open();
  const hanging = Promise.withResolvers<void>();
  const done: string[] = [];
  const doOne = async (kind: string, workspaceId: string) => {
    if (workspaceId === 'slow') await hanging.promise;
    done.push(`${kind} ${workspaceId}`);
  };
  const fetchAfter = (workspaceId: string, mark: number) =>
    queue.send(db, 'fetch_after_image', { workspaceId, chainId: 'c', mark }, { group: workspaceId });
  const look = (workspaceId: string, shotId: string) =>
    queue.send(db, 'second_opinion', opinion(workspaceId, shotId), { group: workspaceId, key: shotId });
  for (let at = 0; at < 20; at += 1) await Promise.all([fetchAfter('slow', at), look('slow', String(at))]);
  for (const quick of ['a', 'b']) await Promise.all([fetchAfter(quick, 1), look(quick, `of ${quick}`)]);
  await queue.work(
    jobsOf({
      fetch_after_image: { perform: ({ workspaceId }) => doOne('image', workspaceId) },
      second_opinion: { perform: ({ workspaceId }) => doOne('opinion', workspaceId) },
    }),
    null,
  );
  await expect.poll(() => done.toSorted()).toEqual(['image a', 'image b', 'opinion a', 'opinion b']);
  hanging.resolve();
  await expect.poll(() => done.length).toBe(44);
});

test('a job replaces a waiting job about the same subject, and no other', async () => {
  const queue = await open();
  const send = (shotId: string, asked: number) =>
    queue.send(db, 'second_opinion', opinion('w', shotId, asked), { group: 'w', key: shotId });
  for (const asked of [1, 2, 3]) await send('one', asked);
  await send('other', 1);
  expect(await queue.sent(db, 'second_opinion', 'one')).toEqual([opinion('w', 'one', 3)]);
  const begun: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const second_opinion = async ({ shotId, asked }: JobData['second_opinion']) => {
    begun.push(`${shotId} ${asked}`);
    await hanging.promise;
  };
  await queue.work(jobsOf({ second_opinion: { perform: second_opinion } }), null);
  await expect.poll(() => begun.toSorted()).toEqual(['one 3', 'other 1']);
  // That job is under way, so this is another one.
  await send('one', 4);
  hanging.resolve();
  await expect.poll(() => begun).toHaveLength(3);
  expect(begun.at(-1)).toBe('one 4');
  expect((await queue.sent(db, 'second_opinion', 'one')).map(({ asked }) => asked).toSorted()).toEqual([3, 4]);
});

test('another worker does the job of a killed worker', async () => {
  const child = startChild(
    `import { startQueue } from 'server/adapters/queue/index.ts';
     import { serviceJobs } from 'server/domain/jobs.ts';
     const log = { info() {}, warn() {}, error() {} };
     const queue = await startQueue(process.env.QUEUE_URL, log, true, serviceJobs(1));
     const perform = (_, job) => { console.log(JSON.stringify(job)); return new Promise(() => {}); };
     await queue.work([{ name: 'make_shot', perform }], null);
     console.log('works');`,
    { QUEUE_URL: queues.url },
  );
  expect(await child.line()).toBe('works');
  const queue = await open();
  await queue.send(db, 'make_shot', shot('orphan'));
  expect(JSON.parse(await child.line())).toMatchObject({ requestId: 'orphan' });
  await child.kill();
  const done: string[] = [];
  await queue.work(jobsOf({ make_shot: { perform: async (job) => void done.push(job.requestId) } }), null);
  await expect.poll(() => done).toEqual(['orphan']);
});
