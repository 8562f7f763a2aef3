import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../server/contract/client.ts';
import type { Ports } from '../../server/domain/ports.ts';
import { checkShot, loseOpinion } from '../../server/domain/second-opinion/check-shot.ts';
import { portsOf } from '../support/another-process.ts';
import { base64, decide, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { holdChecks, newestJob, type OpinionJob } from './support/opinion-jobs.ts';
import { sql } from './support/sql.ts';

let client: Client;
/** A web process without a worker: its jobs wait until a test performs them. */
const service = await startService({ ROLE: 'web' });
const other = await portsOf(service);
beforeEach(async () => {
  client = await service.newClient();
});

const jobOf = (of: { id: string }, index?: number) => newestJob(service, of, index);
const begin = (job: OpinionJob) =>
  sql(
    service,
    "UPDATE sightline_queue.job SET state = 'active' WHERE name = 'second_opinion' AND data->>'shotId' = $1 AND data->>'asked' = $2",
    [job.shotId, String(job.asked)],
  );
const read = (of: { id: string }) => client.call('get_review', { id: of.id });
const asked = async (of: { id: string }, skip_rules: string[] = []) => {
  await client.call('second_opinion', { id: of.id, skip_rules });
  return jobOf(of);
};
const done = { waiting: 0, done: 1, failed: 0, problems: [] };

test('two requests before a run leave one job, with the newest request', async () => {
  const made = await review(client);
  await asked(made, ['blank-picture']);
  const job = await asked(made);
  expect(job).toMatchObject({ asked: 2, skip: [] });
  const rows = await sql(service, "SELECT 1 FROM sightline_queue.job WHERE data->>'reviewId' = $1", [made.id]);
  expect(rows).toHaveLength(1);
  await checkShot(other.ports, job, false);
  expect(await read(made)).toMatchObject({ second_opinion: done, findings: [{ rule: 'blank-picture' }] });
});

test('a request during a run wins, whichever finishes first', async () => {
  for (const order of ['later first', 'earlier first'] as const) {
    const made = await review(client);
    const earlier = await asked(made);
    await begin(earlier);
    const { ports, begun, go } = holdChecks(other.ports);
    const looking = checkShot(ports, earlier, false);
    await begun;
    const later = await asked(made, ['blank-picture']);
    expect(later.asked).toBe(2);
    if (order === 'later first') await checkShot(other.ports, later, false);
    go();
    await looking;
    if (order === 'earlier first') {
      expect(await read(made)).toMatchObject({ second_opinion: { waiting: 1 }, findings: [] });
      await checkShot(other.ports, later, false);
    }
    expect(await read(made)).toMatchObject({ second_opinion: done, findings: [] });
  }
});

test('a finding that two views of a page share is reported once, on the first, in either order', async () => {
  const image = await base64();
  const shot = (label: string, page: string) => ({ image, label, page_url: `https://shop.example/${page}` });
  const images = [shot('Desktop', 'cart'), shot('Mobile', 'cart'), shot('Desktop', 'help')];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
  ]) {
    const made = await review(client, {
      images: images.map((each, at) => ({ ...each, label: `${each.label} ${at}` })),
    });
    for (const index of order) {
      await client.call('second_opinion', { id: made.id, screenshot_index: index });
      await checkShot(other.ports, await jobOf(made, index), false);
    }
    const shots = async () => (await read(made)).findings.map(({ screenshot_index }) => screenshot_index).toSorted();
    expect(await shots()).toEqual([0, 2]);
    const once = (await read(made)).findings;
    await client.call('second_opinion', { id: made.id });
    for (const index of order) await checkShot(other.ports, await jobOf(made, index), false);
    expect((await read(made)).findings).toEqual(once);
    // Hidden on one view, it does not come back on the other.
    const hidden = once.find(({ screenshot_index }) => screenshot_index === 0)?.id ?? 0;
    await reviewerOf(made).call('hide_finding', { finding_id: hidden });
    await client.call('second_opinion', { id: made.id });
    for (const index of order) await checkShot(other.ports, await jobOf(made, index), false);
    const now = (await read(made)).findings;
    expect(now.map(({ id, status }) => `${id} ${status}`)).toEqual(
      once.map(({ id }) => `${id} ${id === hidden ? 'hidden' : 'shown'}`),
    );
  }
});

test('text that was not read in full is a problem, so that nothing found does not mean that all is well', async () => {
  const made = await review(client, { images: [{ image: await base64(), label: 'Home' }] });
  await client.call('second_opinion', { id: made.id });
  const found = { findings: [], problem: null, fault: null, tokens: { input: 0, output: 0 }, isComplete: false };
  const checklist = { ...other.ports.checklist, check: async () => found };
  await checkShot({ ...other.ports, checklist }, await jobOf(made, 0), false);
  const problems = ['Not all of the text in “Home” could be read.'];
  expect((await read(made)).second_opinion).toMatchObject({ done: 1, failed: 0, problems });
});

test('a finding that is not among the most important of one view stays on the other', async () => {
  const image = await base64();
  const page_url = 'https://shop.example/cart';
  const made = await review(client, {
    images: ['Desktop', 'Mobile'].map((label) => ({ image, label, page_url })),
  });
  const finding = (rule: string, weight: number) => ({
    ...{ rule, weight, body: `It breaks ${rule}.`, area: null, others: [] },
    ...{ severity: 'polish' as const, foundBy: 'rule' as const },
  });
  const light = finding('light', 0.5);
  const heavy = Array.from({ length: 8 }, (_, at) => finding(`heavy-${at}`, 0.9));
  const check = async (index: number, findings: ReturnType<typeof finding>[]) => {
    await client.call('second_opinion', { id: made.id, screenshot_index: index });
    const found = { findings, problem: null, fault: null, tokens: { input: 0, output: 0 }, isComplete: true };
    const checklist = { ...other.ports.checklist, check: async () => found };
    await checkShot({ ...other.ports, checklist }, await jobOf(made, index), false);
  };
  await check(1, [light]);
  await check(0, [...heavy, light]);
  const rules = (await read(made)).findings.map(({ rule, screenshot_index }) => `${rule} on ${screenshot_index}`);
  expect(rules).toContain('light on 1');
  expect(rules).not.toContain('light on 0');
});

test('a review that is decided during a run gets no findings, and says why', async () => {
  const made = await review(client);
  const job = await asked(made);
  const { ports, begun, go } = holdChecks(other.ports);
  const looking = checkShot(ports, job, false);
  await begun;
  await decide(made, 'approved');
  go();
  await looking;
  const closed = { waiting: 0, done: 0, failed: 1, problems: [expect.stringContaining('was closed before')] };
  expect(await read(made)).toMatchObject({ second_opinion: closed, findings: [] });

  const before = await review(client);
  const waiting = await asked(before);
  await decide(before, 'changes_requested', { note: 'No' });
  await checkShot(other.ports, waiting, false);
  expect(await read(before)).toMatchObject({ second_opinion: closed, findings: [] });
});

test('a failing run is retried and finally reported; a new request works', async () => {
  const made = await review(client, { images: [{ image: await base64(), label: 'Home' }] });
  const job = await asked(made);
  const broken: Ports = {
    ...other.ports,
    checklist: { ...other.ports.checklist, check: () => Promise.reject(new Error('quoting a row: secret words')) },
  };
  await expect(checkShot(broken, job, false)).rejects.toThrow();
  expect((await read(made)).second_opinion).toMatchObject({ waiting: 1 });
  await checkShot(broken, job, true);
  const { second_opinion, findings } = await read(made);
  expect(second_opinion).toEqual({
    waiting: 0,
    done: 0,
    failed: 1,
    problems: ['“Home” could not be checked. Ask again.'],
  });
  expect(findings).toEqual([]);
  await checkShot(other.ports, await asked(made), false);
  expect(await read(made)).toMatchObject({ second_opinion: done, findings: [{ rule: 'blank-picture' }] });
});

test('a failed run keeps the findings of the run before', async () => {
  const made = await review(client);
  await checkShot(other.ports, await asked(made), false);
  const { findings } = await read(made);
  expect(findings).toHaveLength(1);
  const job = await asked(made);
  await rm(join(service.dataDir, 'shots'), { recursive: true });
  await checkShot(other.ports, job, true);
  expect(await read(made)).toMatchObject({ second_opinion: { failed: 1 }, findings });
});

test('a job that failed for good is reported, unless a newer request exists', async () => {
  const made = await review(client, { images: [{ image: await base64(), label: 'Home' }] });
  const job = await asked(made);
  await begin(job);
  const again = await asked(made);
  await loseOpinion(other.ports, job);
  expect((await read(made)).second_opinion).toMatchObject({ waiting: 1, failed: 0 });
  await loseOpinion(other.ports, again);
  expect((await read(made)).second_opinion).toEqual({
    waiting: 0,
    done: 0,
    failed: 1,
    problems: ['Looking at “Home” failed again and again on our side.'],
  });
  await checkShot(other.ports, await asked(made), false);
  const after = await read(made);
  expect(after.second_opinion).toEqual(done);
  await loseOpinion(other.ports, again);
  expect((await read(made)).second_opinion).toEqual(done);
});
