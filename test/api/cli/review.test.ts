import { beforeEach, expect, test } from 'vitest';
import type { Client, Output } from '../../../server/contract/client.ts';
import { browserPath } from '../../support/browser.ts';
import { decide, mark, reviewerOf } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Cli, createCli } from './support/cli.ts';

type Review = Output<'get_review'>;

let client: Client;
let cli: Cli;
const service = await startService({ OUTBOUND_ALLOW: 'capture=127.0.0.0/8,webhook=127.0.0.0/8' });
const site = await startReceiver();
site.answerWith(({ path }) => ({
  status: path.startsWith('/gone') ? 404 : 200,
  type: 'text/html',
  body: Buffer.from(`<h1>Page ${path}</h1><p class="clock">now</p>`),
}));
beforeEach(async () => {
  const { token, ...rest } = await service.newClient();
  client = rest;
  cli = await createCli({ SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: token });
});

const latest = async () => {
  const { reviews } = await client.call('list_reviews', {});
  return client.call('get_review', { id: reviews[0]?.id ?? '' });
};

test('an image becomes a review; stdout holds only the link', async () => {
  const { code, stdout, stderr } = await cli.run(['review', await cli.image('home.png')]);
  const made = await latest();
  expect([code, stdout]).toEqual([0, `${made.review_url}\n`]);
  expect(stderr).toContain('1 of 1 screenshot\n');
  expect(stderr).toContain(`sightline wait ${made.id}`);
  expect(made).toMatchObject({ status: 'open', title: 'home', screenshots: [{ label: 'home' }] });
});

test('pages are captured with headers and cookies, never printed, and compared with a pass that is captured here', async () => {
  const args = [
    '--header',
    'X-Bypass: opensesame',
    '--cookie',
    'session=topsecret',
    '--wait-for',
    'h1',
    '--mask',
    '.clock',
  ];
  const first = ['--capture', 'service', '--type', 'website'];
  const ran = await cli.run(['review', `${site.url}/two?x=1`, ...first, ...args]);
  expect(ran).toMatchObject({ code: 0 });
  expect(ran.stderr).toContain('2 of 2 screenshots');
  expect(ran.stdout + ran.stderr).not.toMatch(/opensesame|topsecret/);
  const made = await latest();
  const labels = ['/two?x=1 · desktop', '/two?x=1 · mobile'];
  expect(made.screenshots.map(({ label }) => label).sort()).toEqual(labels);
  const seen = site.received.find(({ path }) => path === '/two?x=1');
  expect(seen?.headers).toMatchObject({ 'x-bypass': 'opensesame', cookie: 'session=topsecret' });

  const env = { BROWSER_PATH: await browserPath() };
  const next = await cli.json<Review>(['review', `${site.url}/two?x=1`, ...args, '--parent', made.id], { env });
  expect(next.document).toMatchObject({ source: 'images', type: 'website' });
  const kinds = next.document.screenshots.map(({ label, change }) => [label, change?.kind]);
  expect(kinds).toEqual(labels.map((label) => [label, 'identical']));
});

test('a page that cannot be captured ends the command with code 4 and the reason', async () => {
  const { code, stdout } = await cli.run([
    'review',
    `http://127.0.0.1:${await freePort()}/`,
    '--capture',
    'service',
    '--wait',
  ]);
  expect(code).toBe(4);
  expect(await latest()).toMatchObject({ status: 'failed' });
  expect(stdout).toContain(': failed\n');
  expect(stdout).toContain('/ · desktop, / · mobile: ');
  expect(stdout.match(/connection/g)).toHaveLength(1);
  expect(stdout).not.toContain('/r/');
});

test.each([
  ['deck.pdf', '%PDF-1.7 a deck', 'pdf'],
  ['mail.html', '<p>Hello</p>', 'html'],
])('%s is sent as its type, and the service’s message about it is printed', async (name, content, kind) => {
  const { code, document, stderr } = await cli.json(['review', await cli.file(name, content)]);
  expect(code === 0 ? document.source : document.message).toMatch(new RegExp(kind, 'i'));
  if (code !== 0) expect(stderr).toContain(document.message);
});

test('--wait prints the link first, then the decision and what needs fixing', async () => {
  const running = cli.start(['review', await cli.image('home.png'), '--wait']);
  await expect.poll(() => running.written().stdout).toContain('/r/');
  await expect.poll(() => running.written().stderr).toContain('Waiting for the reviewer');
  const made = await latest();
  await reviewerOf(made).call('place_mark', mark({ body: 'Too pale', must_fix: true }));
  await expect.poll(() => running.written().stderr).toContain('1 mark so far');
  await decide(made, 'changes_requested');
  const { code, stdout } = await running.ended;
  expect(code).toBe(3);
  expect(stdout).toMatch(/home: changes requested/);
  expect(stdout).toContain('## Mark 1 (must fix)\n\n```text\nToo pale\n```');
  expect(stdout).toContain(`sightline resolve ${made.id} 1`);
});

test('a reader that stops early changes neither the wait nor the exit code', async () => {
  const running = cli.start(['review', await cli.image('home.png'), '--wait']);
  await expect.poll(() => running.written().stdout).toContain('/r/');
  for (const stream of [running.child.stdout, running.child.stderr]) stream?.destroy();
  await decide(await latest(), 'changes_requested');
  expect(await running.ended).toMatchObject({ code: 3 });
});

test('screenshots and findings are added to an open review', async () => {
  const { document: made } = await cli.json<Review>(['review', await cli.image('home.png')]);
  const more = await Promise.all(['a.png', 'b.png'].map((name) => cli.image(name)));
  const added = await cli.json<Review>(['add-screenshot', made.id, ...more, '--label', 'Error']);
  expect(added.code).toBe(0);
  expect(added.document.screenshots.map(({ label }) => label)).toEqual(['home', 'Error', 'b']);
  const args = ['--severity', 'a11y', '--screenshot', '1', '--area', '0.5,0,0.5,0.25'];
  const found = await cli.json<Review>(['add-finding', made.id, 'Too pale', ...args]);
  expect(found.document.findings).toMatchObject([
    { body: 'Too pale', severity: 'a11y', screenshot_index: 1, area: { x: 0.5, y: 0, width: 0.5, height: 0.25 } },
  ]);
  expect((await cli.run(['add-screenshot', made.id, await cli.file('deck.pdf', '%PDF-1.7 a deck')])).code).toBe(2);
  await decide(made, 'approved');
  expect((await cli.run(['add-screenshot', made.id, ...more])).code).toBe(1);
});
