import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import {
  base64,
  decide,
  mark,
  marksOf,
  nextPass,
  rejectedReview,
  review,
  reviewerOf,
} from '../../support/factories.ts';
import { startService } from '../../support/service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { putRetriesOff } from '../support/sql.ts';
import { type Cli, createCli } from './support/cli.ts';

let receiver: Receiver;
let client: Client & { token: string; workspaceId: string };
let cli: Cli;
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
await putRetriesOff(service);
beforeEach(async () => {
  const made = await service.newClient();
  client = made;
  receiver = await startReceiver();
  cli = await createCli({ SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: made.token });
});

const read = (id: string) => client.call('get_review', { id });

test('show prints the review as JSON or as text', async () => {
  const made = await rejectedReview(client, [{ body: 'Too pale', must_fix: true }], { reference: 'prices' });
  expect((await cli.json(['show', made.id])).document).toEqual(await read(made.id));
  const { code, stdout } = await cli.run(['show', made.id.toLowerCase()]);
  expect(code).toBe(0);
  for (const words of ['A home page', 'changes requested, pass 1', made.review_url, 'prices', 'must fix  Too pale']) {
    expect(stdout).toContain(words);
  }
});

test('people’s text cannot control the terminal', async () => {
  const evil = '\u001b]0;owned\u0007\u001b[31mRed\u202e\u2066\u009b\u{e0041}\u200b';
  const made = await rejectedReview(client, [{ body: evil }], { title: `T ${evil}` });
  for (const command of ['show', 'packets']) {
    const [said, json] = [await cli.run([command, made.id]), await cli.run([command, made.id, '--json'])];
    for (const { stdout } of [said, json]) {
      expect(stdout).toContain('Red');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u200b\u202e\u2066\u{e0041}]/u);
    }
    expect(said.stdout).toContain('Red[U+202E][U+2066][U+009B][U+E0041][U+200B]');
    // Parsed, the JSON output has the original text.
    const texts: string[] = [];
    JSON.parse(json.stdout, (_name, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts.some((text) => text.includes(evil))).toBe(true);
  }
});

test('list shows the latest reviews, all of them, or those that a reference or words find', async () => {
  expect((await cli.run(['list'])).stdout).toContain('No reviews yet');
  const first = await review(client, { reference: 'odd' });
  for (let count = 0; count < 20; count += 1) await review(client, { reference: 'even' });
  const { document } = await cli.json<{ reviews: { id: string }[] }>(['list']);
  expect(document).toEqual(await client.call('list_reviews', {}));
  const { stdout } = await cli.run(['list']);
  expect(stdout.split('\n').filter((line) => line.includes('A home page'))).toHaveLength(20);
  expect(stdout).toContain('There are more: add --all.');
  expect((await cli.json<{ reviews: unknown[] }>(['list', '--all'])).document.reviews).toHaveLength(21);
  const odd = await cli.json<{ reviews: { id: string }[] }>(['list', '--reference', 'odd']);
  expect(odd.document.reviews.map(({ id }) => id)).toEqual([first.id]);
  const found = await cli.json<{ reviews: { id: string }[] }>(['list', '--search', 'page odd']);
  expect(found.document.reviews.map(({ id }) => id)).toEqual([first.id]);
  expect((await cli.run(['list', '--search', 'nowhere'])).stdout.trim()).toBe('No review matches.');
});

test('resolve reports marks with a note, for each or for all', async () => {
  const made = await rejectedReview(client, [{}, {}, {}]);
  const done = await cli.run(['resolve', made.id, '1', '2=Moved = up', '--note', 'Darker']);
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('2 marks reported as resolved.') });
  expect(done.stdout).toContain(`Fix 1 mark, report with: sightline resolve ${made.id} 3, then show the next pass`);
  const working = await cli.json(['resolve', made.id, '3', '9', '--in-progress']);
  expect(working).toMatchObject({ code: 0, document: { updated: 1, skipped: [{ id: 9, reason: 'not_found' }] } });
  expect(await marksOf(made)).toMatchObject({
    1: { status: 'resolved', note: 'Darker' },
    2: { status: 'resolved', note: 'Moved = up' },
    3: { status: 'in_progress' },
  });
  const again = await cli.json(['resolve', made.id, '1', '--note', 'Darker']);
  expect(again).toMatchObject({ code: 0, document: { updated: 0, review: { id: made.id } } });
  const unknown = await cli.run(['resolve', made.id, '9']);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('Mark 9 was not changed: this review has no mark with this id.');
});

test('the marks of an earlier pass are not printed as work: its next pass is named instead', async () => {
  const made = await rejectedReview(client, [{}]);
  const next = await nextPass(client, made);
  const pointer = `A later pass continues this one: sightline show ${next.id}`;
  expect((await cli.run(['packets', made.id])).stdout.trim()).toBe(pointer);
  expect((await cli.run(['wait', made.id])).stdout.trim().split('\n').at(-1)).toBe(pointer);
});

test('second-opinion waits for the findings and prints them by screenshot', async () => {
  const image = await base64();
  const made = await review(client, {
    images: [
      { image, label: 'Home' },
      { image, label: 'Cart' },
    ],
  });
  const { code, stdout, stderr } = await cli.run(['second-opinion', made.id]);
  expect(code).toBe(0);
  expect(stderr).toContain('Checking: 0 of 2 screenshots done');
  expect(stdout).toMatch(
    /^2 screenshots checked: 2 findings\.\n\nHome\n {2}- The image is one flat colour.+\n {4}polish · blank-picture\n\nCart\n/,
  );
  const one = await cli.json(['second-opinion', made.id, '--screenshot', '0', '--skip', 'blank-picture,tiny-text']);
  expect(one.document).toMatchObject({ queued: 1, review: { second_opinion: { waiting: 0, done: 2 } } });
  expect((await read(made.id)).findings).toMatchObject([{ screenshot_index: 1, rule: 'blank-picture' }]);
  const soon = await cli.run(['second-opinion', made.id, '--no-wait']);
  expect(soon).toMatchObject({ code: 0, stdout: expect.stringContaining('2 screenshots will be checked') });
  await expect.poll(async () => (await read(made.id)).findings.length).toBe(2);
  expect((await cli.run(['show', made.id])).stdout).toContain('Findings:');
  const none = await cli.run(['second-opinion', made.id, '--screenshot', '7']);
  expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('this review has no such screenshot') });
});

test('cancel withdraws an undecided review; delete asks first', async () => {
  const made = await review(client);
  expect((await cli.json(['cancel', made.id])).document).toMatchObject({ id: made.id, status: 'cancelled' });
  expect(await cli.run(['cancel', made.id])).toMatchObject({ code: 1, stderr: expect.stringContaining('cancelled') });
  const kept = await cli.run(['delete', made.id], { input: 'yesterday\n' });
  expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was deleted') });
  expect(kept.stderr).toContain('Delete "A home page" (pass 1) for good?');
  expect((await read(made.id)).id).toBe(made.id);
  expect((await cli.run(['delete', made.id], { input: 'y\n' })).code).toBe(0);
  const other = await review(client);
  expect((await cli.json(['delete', other.id, '--yes'])).document).toEqual({ id: other.id, deleted: true });
  expect((await client.call('list_reviews', {})).reviews).toEqual([]);
  expect((await cli.run(['show', other.id])).code).toBe(1);
});

test('deliveries, redeliver and resume repair a webhook', async () => {
  receiver.answerWith(() => 204);
  const made = await review(client, { webhook_url: receiver.url });
  expect((await cli.run(['deliveries', made.id])).stdout).toContain('Nothing was sent');
  expect(await cli.run(['redeliver', made.id])).toMatchObject({ code: 1 });
  await decide(made, 'approved');
  const state = async () => (await client.call('list_deliveries', { id: made.id })).deliveries[0];
  await expect.poll(async () => (await state())?.status).toBe('delivered');
  expect((await cli.json(['deliveries', made.id])).document).toEqual({ deliveries: [await state()] });
  expect((await cli.run(['deliveries', made.id])).stdout).toMatch(/decision 1: delivered\n.*answered 204 in \d+ ms/);

  const sent = receiver.received.length;
  expect((await cli.json(['redeliver', made.id])).document).toMatchObject({ delivery: { decision: 1 } });
  await expect.poll(() => receiver.received.length).toBe(sent + 1);
  const unpaused = await cli.run(['resume', made.id]);
  expect(unpaused).toMatchObject({ code: 1, stderr: expect.stringContaining('not paused') });
});

test('export collects every page, into a file that only its owner can read or on stdout', async () => {
  for (let count = 0; count < 20; count += 1) await review(client, { title: `Review ${count}` });
  const last = await rejectedReview(client, [{}], { title: 'Review 20' });
  await reviewerOf(last).call('place_mark', mark({ body: 'Not sent' }));
  const file = join(cli.home, 'all.json');
  const { code, document } = await cli.json(['export', '--out', 'all.json']);
  expect(code).toBe(0);
  expect(document).toMatchObject({ workspace_id: client.workspaceId, reviews: 21 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(await readFile(file, 'utf8'));
  expect(kept.reviews.map(({ title }: { title: string }) => title)).toEqual(
    Array.from({ length: 21 }, (_, at) => `Review ${at}`),
  );
  expect(kept.unsent).toMatchObject([{ review_id: last.id, marks: [{ body: 'Not sent' }] }]);
  const nowhere = await cli.run(['export', '--out', '/dev/null/all.json']);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written') });
});

test('export --images saves each image of reviews and baselines once, named by its hash, and later only new ones', async () => {
  await review(client);
  const images = [
    { image: await base64(), label: 'As in the review' },
    { image: await base64('#123456'), label: 'Another' },
  ];
  const shop = { repository: 'shop/web', name: 'visual', branch: 'main' };
  await client.call('create_baseline', { ...shop, commit: 'b7e3f0c', images });
  const exported = async () => cli.json(['export', '--out', 'all.json', '--images', 'images']);
  expect((await exported()).document).toMatchObject({ reviews: 1, baselines: 1, images: 2, missing: 0 });
  const { baselines } = JSON.parse(await readFile(join(cli.home, 'all.json'), 'utf8'));
  const shots: { sha256: string; url: string }[] = baselines[0].screenshots;
  expect((await readdir(join(cli.home, 'images'))).toSorted()).toEqual(
    shots.map(({ sha256 }) => `${sha256}.png`).toSorted(),
  );
  for (const { sha256, url } of shots) {
    const kept = await readFile(join(cli.home, 'images', `${sha256}.png`));
    expect(kept.equals(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(true);
  }
  await review(client, { images: [{ image: await base64('#654321'), label: 'Later' }] });
  const { mtimeMs } = await stat(join(cli.home, 'images', `${shots[0]?.sha256}.png`));
  expect((await exported()).document).toMatchObject({ images: 3 });
  expect((await stat(join(cli.home, 'images', `${shots[0]?.sha256}.png`))).mtimeMs).toBe(mtimeMs);
  const nowhere = await cli.run(['export', '--images', '/dev/null/images']);
  expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining('Name another with --images') });
});

test('delete-workspace requires the workspace’s id', async () => {
  await review(client);
  for (const [args, input] of [
    [[], ''],
    [['--confirm', 'x'], ''],
  ] as const) {
    const kept = await cli.run(['delete-workspace', ...args], { input });
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining(`--confirm ${client.workspaceId}`) });
  }
  expect((await client.call('list_reviews', {})).reviews).toHaveLength(1);
  const typed = await cli.run(['delete-workspace'], { input: `${client.workspaceId}\n` });
  expect(typed).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('with 1 review. Its token no longer works.'),
  });
  expect(await cli.run(['list'])).toMatchObject({ code: 1, stderr: expect.stringContaining('from SIGHTLINE_TOKEN') });
});

test('print saves a review as PDF, and its screenshots with their marks', async () => {
  const made = await rejectedReview(client);
  const [file, folder] = [join(cli.home, 'approval.pdf'), join(cli.home, 'shots')];
  const { document } = await cli.json(['print', made.id, '--out', file, '--images', folder]);
  expect(document).toEqual({ id: made.id, file, folder, images: 1 });
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await readdir(folder)).toEqual(['01-Home.png']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
