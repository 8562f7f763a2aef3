import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connect as connectTo } from '../../../action/service.ts';
import { createCredential, createSignedClient } from '../../../action/sign-in.ts';
import { startHttpServer } from '../../support/servers.ts';
import { startBench } from './support/bench.ts';
import { type Fault, startFront } from './support/front.ts';
import { actBehind, images, openDrawnPull } from './support/pulls.ts';

/** What the built Action does when GitHub, the service or its sign-in fails. */
const bench = await startBench({ CREDITS_PER_MONTH: '1' });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const openPull = () => openDrawnPull(bench, { shortPauses: true });

type Way = (request: string, count: number) => Fault | null;
const behind = async (target: 'GitHub' | 'service', fault: Way, inputs?: Record<string, string>) =>
  actBehind(bench, await openPull(), target, fault, inputs);

describe('GitHub', () => {
  const isComments = (request: string) => request.includes('/comments');
  const isWritten = (request: string) => request.startsWith('POST') && isComments(request);
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

  test('asks for a pause: the comment with the link is still posted, once', async () => {
    const fault = { status: 403, body: { message }, headers: { 'retry-after': '1' } };
    const { run, pull, front } = await behind('GitHub', (request, count) =>
      isComments(request) && count === 1 ? fault : null,
    );
    expect(run.log).not.toContain('::error::');
    expect(run.exitCode).toBe(0);
    const link = expect.stringContaining(run.outputs['review-url'] ?? 'a link');
    expect((await pull.comments()).map(({ body }) => body)).toEqual([link]);
    expect(front.seen.filter(isWritten).length).toBeGreaterThan(1);
  });

  test('stays away: the job fails and shows the link, and a re-run finishes without a second review', async () => {
    const { run, pull } = await behind('GitHub', (request) => (isComments(request) ? { status: 503, body: {} } : null));
    expect(run.exitCode).toBe(1);
    expect(run.log).toContain('GitHub does not answer as it should (503). Run this job again a little later');
    expect(run.outputs.status).toBe('open');
    expect(run.summary).toContain(run.outputs['review-url']);
    const again = await pull.act({ inputs: images, attempt: 2 });
    expect(again.exitCode).toBe(0);
    expect(again.outputs['review-id']).toBe(run.outputs['review-id']);
    expect(await pull.comments()).toHaveLength(1);
    expect(await pull.creditsLeft()).toBe(0);
  });
});

test.each<[string, Record<string, string>, requests: string[], RegExp]>([
  [
    'stays away',
    {},
    ['GET /.well-known/sightline'],
    /::error::Input "service-url": .* answers 503\. Try again later\./,
  ],
  [
    'is not at its address',
    { 'service-url': 'http://127.0.0.1:9' },
    [],
    /::error::Input "service-url": nothing answers at http:\/\/127\.0\.0\.1:9\. Check/,
  ],
])('the job names the address of a service that %s', async (_, inputs, requests, words) => {
  const { run, pull, front } = await behind('service', () => ({ status: 503 }), inputs);
  expect(run.exitCode).toBe(1);
  expect(run.log).toMatch(words);
  // The token is only sent to a service that says it is one.
  expect([...new Set(front.seen)]).toEqual(requests);
  expect(await pull.comments()).toEqual([]);
});

test('an address that is no Sightline service’s is named', async () => {
  const front = await startFront(bench.service.url, () => ({ status: 200, body: {} }));
  await expect(connectTo(front.url, 'slt_x')).rejects.toThrow(
    /^Input "service-url": .* is not a Sightline service's\. Give/,
  );
});

describe('a job without a token input', () => {
  const isSignIn = (request: string) => request === 'POST /oauth/token';
  const keyless = { token: '' };

  test('signs in with its id-token, also through a proxy on an older Node; jobs share a workspace', async () => {
    const pull = await openPull();
    const first = await pull.act({ inputs: { ...images, ...keyless } });
    expect(first.log).not.toContain('::error::');
    expect(first.exitCode).toBe(0);
    expect(first.secrets).toContainEqual(expect.stringMatching(/^sla_/));
    expect(first.secrets).toContainEqual(expect.stringMatching(/^eyJ/));
    expect((await pull.client.call('list_reviews', {})).reviews).toEqual([]);

    const reached = new Set<string>();
    const proxy = await startHttpServer((_, response) => response.writeHead(405).end());
    proxy.server.on('connect', ({ url = '' }, client, head) => {
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
    const http_proxy = proxy.origin;
    // Removes what Node before 24.14 did not have.
    const older =
      "import http from 'node:http';import {syncBuiltinESMExports} from 'node:module';delete http.setGlobalProxyFromEnv;syncBuiltinESMExports()";
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(older)}`;
    const env = { http_proxy, https_proxy: http_proxy, NODE_OPTIONS };
    const second = await pull.act({ inputs: { ...images, ...keyless }, env, attempt: 2 });
    expect(second.outputs['review-id'], second.log).toBe(first.outputs['review-id']);
    expect(reached).toEqual(new Set([bench.service.url, bench.github.apiUrl].map((url) => new URL(url).host)));
  });

  const refusal = { error: 'invalid_target', error_description: 'Jobs of this owner may not sign in.' };
  test.each<[string, Fault, RegExp]>([
    ['has no such sign-in', { status: 404, body: [] }, /does not let jobs sign in by their id-token \(404\)/],
    ['refuses', { status: 400, body: refusal }, /Jobs of this owner may not sign in\. Pass a token .*GITHUB_OWNERS/],
    [
      'stays away',
      { status: 503, headers: { 'retry-after': '0.001' } },
      /^Signing in failed: the sign-in at .* answers 503\. Try again later\./,
    ],
  ])('fails with what to do when the service %s', async (_, fault, words) => {
    const { repository, number: pullRequest } = await openPull();
    const { env } = await bench.github.startRun({ repository, pullRequest });
    for (const name of ['URL', 'TOKEN'].map((end) => `ACTIONS_ID_TOKEN_REQUEST_${end}`)) vi.stubEnv(name, env[name]);
    // The Action names its id-tokens there, for the runner to mask.
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const { url } = await startFront(bench.service.url, () => fault);
    const client = createSignedClient(url, createCredential('', { url, audience: bench.service.url }));
    await expect(client.call('list_reviews', {})).rejects.toThrow(words);
  });

  test('uses a new id-token for each try, and for each new access token', async () => {
    const { run, front } = await behind(
      'service',
      (request, count) => {
        if (isSignIn(request) && count === 1) return { status: 503 };
        if (isSignIn(request) && count === 2) return 'lose-answer';
        if (isSignIn(request) && count === 3) return { change: (body) => ({ ...body, expires_in: 30 }) };
        const isRead = /^GET \/api\/reviews\/\w+$/.test(request) && count === 1;
        return isRead ? { status: 401, body: { message: 'Expired.' } } : null;
      },
      keyless,
    );
    expect(run.log).not.toContain('::error::');
    expect(run.exitCode).toBe(0);
    expect(front.seen.filter(isSignIn)).toHaveLength(5);
    expect(run.secrets.filter((secret) => secret.startsWith('eyJ'))).toHaveLength(5);
  });
});
