import published from '@octokit/webhooks-examples' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { handlers } from '../../../../app/events/handle-event.ts';
import { startBench } from '../../../github/app/support/start-app.ts';

// Its types are written for another module system.
const given: unknown = published;
const examples = z.array(z.object({ name: z.string(), examples: z.array(z.looseObject({})) })).parse(given);

const bench = await startBench();
const pull = await bench.newPullRequest();

const deliver = (event: string, payload: object, forge?: string) =>
  bench.github.deliver(pull.repository, event, { installation: undefined, ...payload }, forge);

describe('GitHub\u2019s published examples of its events', () => {
  test('are all accepted: supported ones are read, the others ignored, and none fails', async () => {
    const seen = new Map<string, number>();
    let count = 0;
    for (const { name, examples: payloads } of examples) {
      for (const payload of payloads) {
        expect(await deliver(name, payload), `${name} ${JSON.stringify(payload).slice(0, 200)}`).toBe(202);
        const kind = `${name}.${Reflect.get(payload, 'action')}`;
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        count++;
      }
    }
    const ours = Object.keys(handlers).filter((kind) => seen.has(kind));
    console.log(
      `${count} published payloads of ${examples.length} events: ${count} taken, ${ours.length} of our ${Object.keys(handlers).length} kinds among them`,
    );
    // Events without an example. The list is closed, so that a new one is noticed.
    expect(Object.keys(handlers).filter((kind) => !seen.has(kind))).toEqual([
      'pull_request.edited',
      'repository.archived',
      'repository.unarchived',
    ]);
    const rows = await bench.sql<{ name: string }>(
      `select distinct name from sightline_queue.job where name in ('refresh_pull_request', 'check_merge_group') order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['check_merge_group', 'refresh_pull_request']);
  });

  test('are refused, if supported, under a signature that is not GitHub\u2019s', async () => {
    const before = await countJobs();
    let count = 0;
    for (const { name, examples: payloads } of examples) {
      for (const payload of payloads) {
        if (!Object.hasOwn(handlers, `${name}.${Reflect.get(payload, 'action')}`)) continue;
        const forged = ['', 'sha256=', `sha256=${'0'.repeat(64)}`, `sha1=${'0'.repeat(40)}`][count++ % 4];
        expect(await deliver(name, payload, forged)).toBe(401);
      }
    }
    console.log(`${count} forged events: ${count} refused`);
    expect(count).toBeGreaterThan(20);
    expect(await countJobs()).toBe(before);
  });

  async function countJobs(): Promise<number> {
    const kinds = `('refresh_pull_request', 'check_merge_group', 'rerun_workflow', 'sync_review')`;
    return (await bench.sql(`select id from sightline_queue.job where name in ${kinds}`)).length;
  }
});
