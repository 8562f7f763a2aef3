import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from './support/bench.ts';
import { startFront } from './support/front.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

const keyless = { images: 'shots/*.png', token: '' };
const noIdToken = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };

test('a job without a secret signs in by its id-token, and all jobs of the repository share one workspace', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const first = await pull.act({ inputs: keyless });
  expect(first.log).not.toContain('::error::');
  expect(first.exitCode).toBe(0);
  await pull.push();
  const second = await pull.act({ inputs: keyless });
  const { review } = await bench.service.byLink(second.outputs['review-url'] ?? '').call('read_review', {});
  expect(review).toMatchObject({ pass: 2, status: 'open' });
  expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);
  expect(first.secrets).toContainEqual(expect.stringMatching(/^sla_/));
  expect(first.secrets).toContainEqual(expect.stringMatching(/^eyJ/));
});

test('without token and permission the job says what to add, before anything is asked of the service', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const front = await startFront(bench.service.url, () => null);
  try {
    const run = await pull.act({ inputs: { ...keyless, 'service-url': front.url }, env: noIdToken });
    expect(run.exitCode).toBe(1);
    expect(run.log).toMatch(/Input "token": it is empty, .*permissions:.*id-token: write.*curl -X POST/);
    expect(front.seen).toEqual([]);
  } finally {
    await front.close();
  }
});

test('a service that lets in other owners only says so, in words that name both ways out', async () => {
  const closed = await startBench({ GITHUB_OWNERS: 'somebody-else' });
  try {
    const pull = await closed.openPull();
    await pull.draw('shots/a.png', 'red');
    const run = await pull.act({ inputs: keyless });
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain("Jobs of this repository's owner may not sign in at this service.");
    expect(run.log).toMatch(/Input "token": .*Pass a token of the service instead, or .*GITHUB_OWNERS/);
    expect(await pull.comments()).toEqual([]);
  } finally {
    await closed.close();
  }
});

test('a service without keyless sign-in says what to do instead', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const bare = await startFront(bench.service.url, (request) =>
    request === 'POST /oauth/token' ? { status: 404, body: [] } : null,
  );
  try {
    const run = await pull.act({ inputs: { ...keyless, 'service-url': bare.url } });
    expect(run.log).toMatch(/Input "token": it is empty, and .* does not let jobs sign in by their id-token \(404\)/);
  } finally {
    await bare.close();
  }
});

test('a sign-in that is briefly away is asked again, with a new id-token; each counts once', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const front = await startFront(bench.service.url, (request, count) =>
    request !== 'POST /oauth/token' ? null : count === 1 ? { status: 503 } : count === 2 ? 'lose-answer' : null,
  );
  try {
    const run = await pull.act({ inputs: { ...keyless, 'service-url': front.url } });
    expect(run.exitCode).toBe(0);
    expect(front.seen.filter((request) => request === 'POST /oauth/token')).toHaveLength(3);
    expect(run.secrets.filter((secret) => secret.startsWith('eyJ'))).toHaveLength(3);
  } finally {
    await front.close();
  }
});

test('a sign-in that stays away is asked four times in all, and the job says so', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const front = await startFront(bench.service.url, (request) =>
    request === 'POST /oauth/token' ? { status: 503 } : null,
  );
  try {
    const run = await pull.act({ inputs: { ...keyless, 'service-url': front.url } });
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain(`::error::Signing in failed: the sign-in at ${front.url} answers 503. Try again later.`);
    expect(run.secrets.filter((secret) => secret.startsWith('eyJ'))).toHaveLength(4);
  } finally {
    await front.close();
  }
});

test('a runner behind a proxy reaches GitHub and the service by it, whatever its version of Node', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const reached = new Set<string>();
  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on('connect', ({ url = '' }, client, head) => {
    reached.add(url);
    const [host, port] = url.split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.write(head);
      client.pipe(target).pipe(client);
    });
    client.on('error', () => target.destroy());
    target.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // As before Node 24.14.
  const older =
    "import http from 'node:http';import {syncBuiltinESMExports} from 'node:module';delete http.setGlobalProxyFromEnv;syncBuiltinESMExports()";
  try {
    const run = await pull.act({
      inputs: keyless,
      env: {
        http_proxy: address,
        https_proxy: address,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}`,
      },
    });
    expect(run.outputs.status, run.log).toBe('open');
    expect(reached).toEqual(new Set([bench.service.url, bench.github.apiUrl].map((url) => new URL(url).host)));
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

test('a job that outlives its access token exchanges a new one, by the clock and when it is refused', async () => {
  const pull = await bench.openPull();
  await pull.draw('shots/a.png', 'red');
  const front = await startFront(bench.service.url, (request, count) => {
    if (request === 'POST /oauth/token' && count === 1) return { change: (body) => ({ ...body, expires_in: 30 }) };
    if (/^GET \/api\/reviews\/\w+$/.test(request) && count === 1) return { status: 401, body: { message: 'Expired.' } };
    return null;
  });
  try {
    const run = await pull.act({ inputs: { ...keyless, 'service-url': front.url } });
    expect(run.log).not.toContain('::error::');
    expect(run.exitCode).toBe(0);
    expect(front.seen.filter((request) => request === 'POST /oauth/token')).toHaveLength(3);
    expect((await bench.service.byLink(run.outputs['review-url'] ?? '').call('read_review', {})).review.pass).toBe(1);
  } finally {
    await front.close();
  }
});
