import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { Client, Output } from '../../../../server/contract/client.ts';
import { type Cli, createCli } from '../../../api/cli/support/cli.ts';
import { startReceiver } from '../../../api/support/receiver.ts';
import { decide, review } from '../../../support/factories.ts';
import { startService } from '../../../support/service.ts';

type Review = Output<'get_review'>;

let client: Client;
let cli: Cli;
const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
const receiver = await startReceiver();
beforeEach(async () => {
  const { token, ...rest } = await service.newClient();
  client = rest;
  cli = await createCli({ SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: token });
});

const latest = async () => {
  const { reviews } = await client.call('list_reviews', {});
  return client.call('get_review', { id: reviews[0]?.id ?? '' });
};

test('every field reaches the service', async () => {
  const parent = await review(client);
  const { code, document } = await cli.json<Review>([
    'review',
    ...[await cli.image('a.png'), await cli.image('b.png', '#ff0000')],
    ...['--title', 'New prices', '--context', 'The table', '--type', 'website', '--parent', parent.id],
    ...['--reference', 'prices', '--revision', 'abc123', '--webhook', `${receiver.url}/hook`, '--label', 'Home'],
  ]);
  expect(code).toBe(0);
  expect(document).toMatchObject({
    ...{ title: 'New prices', context: 'The table', type: 'website', parent_id: parent.id, pass: 2 },
    ...{ reference: 'prices', revision: 'abc123', webhook: { paused: false } },
    screenshots: [{ label: 'Home' }, { label: 'b' }],
  });
  const without = await cli.json<Review>(['review', 'a.png', '--parent', document.id, '--webhook', 'none']);
  expect(without.document.webhook).toBeNull();
});

test('of seven images five are sent at creation and the rest after it, in order', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `shot-${String(at).padStart(2, '0')}`);
  for (const [at, name] of names.entries()) await cli.image(`${name}.png`, `rgb(${at * 20}, 0, 0)`);
  const { code, document, stderr } = await cli.json<Review>(['review', ...names.map((name) => `${name}.png`)]);
  expect(code).toBe(0);
  expect(document.screenshots.map(({ label }) => label)).toEqual(names);
  expect(stderr).toContain('Adding 2 screenshots (7 of 7)');
  expect(stderr).toContain('7 of 7 screenshots');
  expect((await client.call('get_billing', {})).credits.left).toBe(199);
});

test('--wait --json prints the link on stderr and the decided review on stdout', async () => {
  const running = cli.start(['review', await cli.image('home.png'), '--wait', '--json']);
  await expect.poll(() => running.written().stderr).toContain('/r/');
  await decide(await latest(), 'approved');
  const { code, stdout } = await running.ended;
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'approved' });
});

test('Ctrl-C explains how to continue, and wait continues and repeats the link', async () => {
  const running = cli.start(['review', await cli.image('home.png'), '--wait']);
  await expect.poll(() => running.written().stderr).toContain('Waiting for the reviewer');
  running.child.kill('SIGINT');
  const { code, stderr } = await running.ended;
  const made = await latest();
  expect(code).toBe(130);
  expect(stderr).toContain(`sightline wait ${made.id}`);
  const waiting = cli.start(['wait', made.id]);
  await expect.poll(() => waiting.written().stderr).toContain(made.review_url);
  await decide(made, 'approved');
  expect(await waiting.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('approved') });
});

test('images of a next pass get the labels of the previous pass, in their order', async () => {
  const names = await Promise.all(['home.png', 'prices.png'].map((name) => cli.image(name)));
  const { document: first } = await cli.json<Review>(['review', ...names]);
  const next = await Promise.all(['home-2.png', 'prices.png'].map((name) => cli.image(name)));
  const second = await cli.json<Review>(['review', ...next, '--parent', first.id]);
  expect(second.document.screenshots.map(({ label, change }) => [label, change?.kind])).toEqual([
    ['home', 'identical'],
    ['prices', 'identical'],
  ]);
  expect(second.stderr).toContain('home-2 is compared with "home" of the previous pass, by its place.');
  const third = await cli.json<Review>(['review', await cli.image('other.png'), '--parent', second.document.id]);
  expect(third.document.screenshots.map(({ label }) => label)).toEqual(['other']);
  expect(third.stderr).toContain('the previous pass has no "other"');
  expect(third.stderr).toContain('"home", "prices"');
  // A review that has a next pass names it.
  const late = await cli.run(['review', 'other.png', '--parent', first.id]);
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining(`Its next pass: ${second.document.id}`) });
});

test('--open opens the link in the browser', async () => {
  const opened = join(cli.home, 'opened');
  for (const name of ['xdg-open', 'open']) {
    await chmod(await cli.file(name, `#!/bin/sh\nprintf %s "$1" > ${opened}\n`), 0o755);
  }
  const env = { PATH: `${cli.home}:${process.env.PATH}` };
  const { code, stdout } = await cli.run(['review', await cli.image('home.png'), '--open'], { env });
  expect(code).toBe(0);
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toBe(stdout.trim());
});

test('the same key returns the same review to another run', async () => {
  const args = ['review', await cli.image('a.png'), '--key', 'build-7'];
  const first = await cli.json<Review>(args);
  expect((await cli.json<Review>(args)).document.id).toBe(first.document.id);
  expect((await cli.json(['review', await cli.image('b.png'), '--key', 'build-7'])).document.error).toBe(
    'invalid_request',
  );
  expect((await client.call('get_billing', {})).credits.left).toBe(199);
});
