import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import type { ElementMap } from '../../../server/domain/port-types.ts';
import { browserPath } from '../../support/browser.ts';
import { decide, mark, reviewerOf } from '../../support/factories.ts';
import { freePort } from '../../support/free-port.ts';
import { startService } from '../../support/service.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Cli, createCli } from './support/cli.ts';

let client: Client;
let cli: Cli;
// A shared service, which may reach no private address.
const service = await startService();
const site = await startReceiver();
site.answerWith(({ path }) => ({
  status: path === '/gone' ? 404 : 200,
  type: 'text/html; charset=utf-8',
  body: Buffer.from(
    `<!doctype html><html lang=en><link rel=stylesheet href=/gone><meta name=viewport content="width=device-width"><title>Shop</title>
    <h1>Page ${path}</h1><button data-testid=pay style="background: #eee; color: #ddd; padding: 20px 40px">Pay now</button></html>`,
  ),
}));
beforeEach(async () => {
  const { token, ...rest } = await service.newClient();
  client = rest;
  cli = await createCli({ SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: token, BROWSER_PATH: await browserPath() });
});

const labels = ['/ · desktop', '/ · mobile', '/pricing · desktop', '/pricing · mobile'];

test('pages of a development server are captured here and marked by their elements', async () => {
  const args = ['review', site.url, '--header', 'X-Key: opensesame', '--cookie', 'session=topsecret'];
  const ran = await cli.json<Review>([...args, '--pages', '/', '/pricing']);
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).toContain(`Capturing ${site.url}/ and 1 more page on this machine …`);
  for (const label of labels) expect(ran.stderr).toMatch(new RegExp(`\\d of 4: ${label}\n`));
  expect(ran.stderr).not.toMatch(/opensesame|topsecret/);
  const seen = site.received.find(({ path }) => path === '/pricing');
  expect(seen?.headers).toMatchObject({ 'x-key': 'opensesame', cookie: 'session=topsecret' });
  const first = ran.document;
  expect(first).toMatchObject({ status: 'open', source: 'images' });
  expect(first.screenshots.map(({ label }) => label)).toEqual(labels);
  expect(first.screenshots.map(({ page_url }) => page_url)).toEqual(['/', '/', '/pricing', '/pricing']);
  expect(first.screenshots[1]?.viewport).toEqual({ name: 'mobile', width: 390, height: 844, scale: 2 });

  for (const { notices, notice_codes } of first.screenshots) {
    expect(notice_codes).toEqual(['failed_stylesheets']);
    expect(notices[0]).toMatch(/^1 stylesheet could not be loaded: .*\/gone \(.*404.*\)\.$/);
  }
  const { stdout: shown } = await cli.run(['show', first.id]);
  for (const said of [ran.stderr, shown]) expect(said.match(/1 stylesheet could not be loaded/g)).toHaveLength(4);

  const [shot] = first.screenshots;
  const map = (await (await fetch(shot?.elements_url ?? '')).json()) as ElementMap;
  const box = map.elements.find(({ tag }) => tag === 'button')?.box ?? { x: 0, y: 0, width: 0, height: 0 };
  const [wide, tall] = [shot?.width ?? 1, shot?.height ?? 1];
  const place = { x: box.x / wide, y: box.y / tall, width: box.width / wide, height: box.height / tall };
  await reviewerOf(first).call('place_mark', mark({ ...place, body: 'Too pale', must_fix: true }));
  await decide(first, 'changes_requested');
  const { work_packets } = await client.call('get_review', { id: first.id });
  expect(work_packets.pins[0]?.element).toMatchObject({ tag: 'button', accessible_name: 'Pay now' });
  expect(work_packets.pins[0]?.same_element_in.map(({ screenshot_index: index }) => index)).toContain(1);
});

test('a page is captured here in a state, which its label and work packets name', async () => {
  const modes = ['--colour-scheme', 'dark', '--locale', 'de', '--viewport', 'mobile'];
  const args = ['review', `${site.url}/`, '--step', 'focus [data-testid=pay]', ...modes];
  const { document, stderr } = await cli.json<Review>(args);
  expect(
    document.screenshots?.map((shot) => shot.label),
    stderr,
  ).toEqual(['/ · focus [data-testid=pay] · dark · de · mobile']);
  const state = { steps: ['focus [data-testid=pay]'], colour_scheme: 'dark', reduced_motion: true, locale: 'de' };
  expect(document.screenshots[0]?.state).toEqual(state);
  expect(site.received.at(-1)?.headers['accept-language']).toMatch(/^de/);

  await reviewerOf(document).call('place_mark', mark());
  await decide(document, 'changes_requested');
  const packets = await cli.run(['packets', document.id]);
  expect(packets.stdout).toContain('- State: `focus [data-testid=pay] · dark · reduced motion · de`');
});

test('pages that cannot be captured are named with what to do, by host where paths are the same, and nothing is sent', async () => {
  const dead = `http://127.0.0.1:${await freePort()}/`;
  const { code, document, stderr } = await cli.json([
    ...['review', dead, `${site.url}/gone`, `${site.url}/`, '--viewport', 'mobile'],
  ]);
  expect([code, document.error]).toEqual([1, 'capture']);
  const { host } = new URL(site.url);
  expect(String(document.message).split('\n')).toEqual([
    `${dead} could not be captured: ${new URL(dead).host} refused the connection: is it running, and is the port right?`,
    `${site.url}/gone could not be captured: The page at ${host} answered 404: there is no page at this address: check it, and that the deployment is finished.`,
    'Nothing was sent.',
  ]);
  expect(stderr).toContain(document.message);
  for (const label of [`${new URL(dead).host}/`, '/gone', `${host}/`]) {
    expect(stderr).toMatch(new RegExp(`\\d of 3: ${label} · mobile( could not be captured)?\n`));
  }
  expect((await client.call('list_reviews', {})).reviews).toEqual([]);
});

test('without a browser the command says how to install one', async () => {
  const env = { BROWSER_PATH: '/nowhere/chrome' };
  const { code, stderr } = await cli.run(['review', `${site.url}/`], { env });
  expect(code).toBe(1);
  expect(stderr).toContain('BROWSER_PATH is /nowhere/chrome, which does not start');
  expect(stderr).toContain('npx playwright-core install --with-deps chromium-headless-shell');
});

test('the service refuses to capture a private address', async () => {
  const { code, stderr } = await cli.run(['review', `${site.url}/`, '--capture', 'service']);
  expect(code).toBe(1);
  expect(stderr).toContain('is not a public address');
});

test('a missing token is reported before anything is captured', async () => {
  const { code, stderr } = await cli.run(['review', `${site.url}/`], { env: { SIGHTLINE_TOKEN: '' } });
  expect(code).toBe(1);
  expect(stderr).toContain('There is no token for');
  expect(stderr).not.toContain('Capturing');
});
