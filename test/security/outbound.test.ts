import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createGuard, parseOutboundAllow, startCaptureProxy } from '../../server/adapters/outbound/index.ts';
import { recordDials } from '../api/adapters/support/dials.ts';
import { connectScreenOf, question } from '../api/oauth/support/connect-screen.ts';
import { refusal } from '../api/support/rest-and-mcp.ts';
import { sql } from '../api/support/sql.ts';
import { base64, decide, rejectedReview, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { proxyPaths, requestPaths } from './support/paths.ts';
import { startRedirector } from './support/redirector.ts';
import { setTraps } from './support/traps.ts';

/** Every place that takes an address, once. Unit tests check which addresses are private. */
const traps = await setTraps();
const redirector = await startRedirector();
const own = `127.0.0.1/32:${redirector.port}`;
const service = await startService({
  LOG_LEVEL: 'warn',
  OUTBOUND_ALLOW: `fetch=${own}, capture=${own}, webhook=192.168.1.5:8080, fetch=[fd00::]/8:443`,
});

const inside = () => `https://127.1:${traps.port}/x`;
const redirected = () => `${redirector.origin}/?to=${encodeURIComponent(inside())}`;

/** Records dials from now on, except those to ports that a test may reach. */
function watch(...allowed: number[]) {
  const { dials, stop } = recordDials();
  const own = [new URL(service.url).port, new URL(service.databaseUrl).port, redirector.port, ...allowed].map(String);
  const allowedDial = connect(redirector.port, '127.0.0.1', () => allowedDial.destroy());
  return () => {
    stop();
    expect(dials).toContain(`127.0.0.1 ${redirector.port}`);
    return dials.filter((dial) => !own.includes(dial.split(' ')[1] ?? ''));
  };
}

test('each private range that outbound calls may reach is logged at the start', () => {
  const told = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('outbound calls may reach a private range'))
    .map((line) => {
      const { level, use, cidr, port } = JSON.parse(line);
      return { level, use, cidr, port };
    });
  const { port } = redirector;
  expect(told).toEqual([
    { level: 40, use: 'fetch', cidr: '127.0.0.1/32', port },
    { level: 40, use: 'capture', cidr: '127.0.0.1/32', port },
    { level: 40, use: 'webhook', cidr: '192.168.1.5/32', port: 8080 },
    { level: 40, use: 'fetch', cidr: 'fd00::/8', port: 443 },
  ]);
});

test('no review field, after-image or client document reaches a private address, directly or by redirect', async () => {
  const elsewhere = watch();
  const client = await service.newClient();
  const image = await base64();
  const fields = (url: string) => [
    { images: [url] },
    { images: [{ image: url }] },
    { capture_url: true, page_url: url },
    { pdf: url },
  ];
  for (const more of [...fields(inside()), { images: [image], webhook_url: inside() }]) {
    expect(await refusal(client.call('create_review', { title: 'Inside', ...more }))).toMatchObject({
      status: 422,
      body: { error: 'invalid_request' },
    });
  }
  const ids: string[] = [];
  for (const more of fields(redirected())) {
    ids.push((await client.call('create_review', { title: 'Elsewhere', ...more })).id);
  }
  const ended = async () =>
    (
      await sql<{ status: string; problem: string | null }>(
        service,
        `SELECT r.status, (SELECT problem FROM shot_request WHERE review_id = r.id LIMIT 1) AS problem
         FROM review r WHERE r.id = ANY($1)`,
        [ids],
      )
    ).map(({ status, problem }) => `${status}: ${problem}`);
  await expect.poll(ended).toEqual(ids.map(() => expect.stringMatching(/^failed: .{20,}/)));

  const rejected = await rejectedReview(client, [{}, {}]);
  const { skipped } = await client.call('resolve_marks', {
    id: rejected.id,
    marks: [
      { id: 1, status: 'resolved', after_image: inside() },
      { id: 2, status: 'resolved', after_image: redirected() },
    ],
  });
  expect(skipped).toMatchObject([{ id: 1, reason: 'invalid_after_image' }]);
  const problems = () => sql(service, 'SELECT after_image_problem AS problem FROM mark WHERE after_image IS NOT NULL');
  await expect.poll(problems).toEqual([{ problem: expect.stringMatching(/.{20,}/) }]);

  for (const id of [`https://127.0.0.1:${traps.port}/client.json`, `https://localhost:${traps.port}/client.json`]) {
    const page = await connectScreenOf(service.url).show(question(id, 'https://example.com/callback'));
    expect([page.status, page.location, page.html.includes('could not be read')]).toEqual([400, null, true]);
  }
  expect(elsewhere()).toEqual([]);
  expect(traps.came).toEqual([]);
});

test('a webhook’s address is checked again when it is sent', async () => {
  const elsewhere = watch();
  const client = await service.newClient();
  const made = await review(client, { webhook_url: 'https://localhost.localdomain.invalid/hook' });
  await decide(made, 'approved');
  const errors = () =>
    sql<{ error: string }>(
      service,
      'SELECT a.error FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.review_id = $1',
      [made.id],
    );
  await expect.poll(async () => (await errors())[0]?.error).toMatch(/not a public address|has no address/);
  expect(elsewhere()).toEqual([]);
});

test('no request of the service, and nothing a browser sends to its proxy, dials a private address', async () => {
  const names = new Map([
    ['only.example', [['10.0.0.1']]],
    ['among.example', [['127.0.0.1', '127.0.0.1', '169.254.169.254']]],
    ['turns.example', [['127.0.0.1'], ['127.0.0.2']]],
  ]);
  const asked = new Map<string, number>();
  const lookup = async (name: string) => {
    const answers = names.get(name) ?? [];
    const count = asked.get(name) ?? 0;
    asked.set(name, count + 1);
    return (answers[Math.min(count, answers.length - 1)] ?? []).map((address) => ({ address, family: 4 }));
  };
  const allow = parseOutboundAllow(`127.0.0.1/32:${redirector.port}`);
  const guard = createGuard({ allow, ownPorts: [] }, { lookup });
  const proxy = await startCaptureProxy(guard);
  const elsewhere = watch(Number(new URL(proxy.server).port));
  const paths = [...requestPaths(guard, redirector.origin), ...proxyPaths(proxy)];
  const urls = [
    `https://127.1:${traps.port}/`,
    `https://[::ffff:127.0.0.1]:${traps.port}/`,
    `https://example.com@127.0.0.1:${traps.port}/`,
    'https://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    ...['only', 'among'].map((name) => `http://${name}.example:${redirector.port}/`),
  ];
  for (const path of paths) {
    for (const url of urls) {
      const outcome = await path.go(url);
      // Webhooks and client documents do not follow redirects, so a redirect is an ordinary answer.
      const isHandedBack = /^redirect of (webhook|OAuth)/.test(path.name) && /^answered 30\d$/.test(outcome);
      expect(isHandedBack || !outcome.startsWith('answered'), `${path.name} ${url}: ${outcome}`).toBe(true);
    }
    asked.clear();
    const url = `http://turns.example:${redirector.port}/`;
    await path.go(url);
    if (!path.name.startsWith('redirect of')) expect(await path.go(url), path.name).not.toMatch(/^answered/);
  }
  await proxy.close();
  expect(elsewhere()).toEqual([]);
  expect(traps.came).toEqual([]);
});
