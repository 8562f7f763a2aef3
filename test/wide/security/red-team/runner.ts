import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { recordDials } from '../../../api/adapters/support/dials.ts';
import { hostileHosts, privateIpv4, privateIpv6 } from '../../../api/adapters/support/hostile-urls.ts';
import { forgetLimits } from '../../../api/support/sql.ts';
import { startFront } from '../../../github/action/support/front.ts';
import { base64 } from '../../../support/factories.ts';
import { person } from '../../../support/local-github/git.ts';
import { startHostileHost } from './support/hostile-host.ts';
import type { Stack } from './support/stack.ts';
import { tally } from './support/table.ts';

const images = { images: 'shots/*.png' };

/** Where the job’s secrets could go, and what the job could be made to open. */
export function runner(stack: () => Stack): void {
  test('a job redirected to another host', async () => {
    const { table, openForAction, github, people } = stack();
    const host = await startHostileHost();
    try {
      const pull = await openForAction();
      await pull.draw('shots/a.png', 'red');
      const lie = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(github.apiUrl, host.url));
      const named = ['github-api-url', 'api-url', 'github-url', 'github_api_url', 'app-url', 'oidc-issuer'];
      const byInput = await pull.act({
        inputs: { ...images, ...Object.fromEntries(named.map((name) => [name, host.url])) },
      });
      const byPayload = await pull.act({
        inputs: { ...images, name: 'payload', token: '' },
        payload: (payload) => Object(lie(payload)),
      });
      expect([byInput.exitCode, byPayload.exitCode], byInput.log + byPayload.log).toEqual([0, 0]);
      expect(host.seen).toEqual([]);

      // A redirect in an answer of GitHub’s gets no token.
      for (const status of [301, 302, 307, 308]) {
        github.inject({ path: /\/pulls$/, status, headers: { location: `${host.url}/pulls` }, body: {} });
        await pull.act({ inputs: { ...images, name: `away-${status}` }, event: 'workflow_dispatch' });
      }
      expect(host.seen).toHaveLength(4);
      const front = await startFront(stack().service.url, (request) =>
        request === 'GET /.well-known/sightline' ? null : { status: 307, headers: { location: `${host.url}/api` } },
      );
      const led = await pull.act({ inputs: { ...images, name: 'led', 'service-url': front.url } });
      await front.close();
      expect(led.exitCode).toBe(1);
      expect(host.seen.length).toBeGreaterThan(4);
      const secrets = [pull.client.token, ...Object.values(led.given), 'ghs_', 'eyJ', 'slt_', 'sla_'];
      const found = host.seen.filter(({ sent }) => secrets.some((secret) => sent.includes(secret)));
      expect(found.map(({ path }) => path)).toEqual([]);
      expect(people.url).not.toBe(host.url);
      table.add({
        attack: 'a job’s tokens sent to another host',
        tried: 'inputs that name an API, addresses in the event, redirects of GitHub and of the service',
        variants: named.length + 6,
        happened: `inputs and event: 0 requests; redirects: ${host.seen.length} requests without a token`,
        after: 'GITHUB_API_URL is the runner’s alone to set',
      });
    } finally {
      await host.close();
    }
  });

  test('a service that requests id-tokens for another audience', async () => {
    const { table, openForAction, service } = stack();
    const foreign = [
      'sts.amazonaws.com',
      'https://iam.googleapis.com/x',
      'api://AzureADTokenExchange',
      'https://evil.example',
    ];
    const outcomes: string[] = [];
    const audiences: unknown[] = [];
    const pull = await openForAction();
    await pull.draw('shots/a.png', 'red');
    for (const [index, audience] of foreign.entries()) {
      // By the service’s address and by its App’s audience, in turn.
      const lie =
        index % 2 === 0
          ? { api_url: `${audience}/api` }
          : { app: { url: service.url, oidc_audience: audience, sign_in: true } };
      const change = (document: object) => ({ ...document, ...lie });
      const front = await startFront(service.url, (request) =>
        request === 'GET /.well-known/sightline' ? { change } : null,
      );
      const inputs = { ...images, token: '', name: `mix-up-${index}`, 'service-url': front.url };
      const run = await pull.act({ inputs });
      await front.close();
      outcomes.push(`exit ${run.exitCode}`);
      const tokens = run.secrets.filter((secret) => secret.startsWith('eyJ'));
      audiences.push(...tokens.map((token) => decodeJwt(token).aud));
    }
    expect(audiences.filter((audience) => foreign.some((other) => other === audience))).toEqual([]);
    expect(tally(outcomes)).toBe(`exit 1 × ${outcomes.length}`);
    await stack().idle();
    expect(await pull.comments()).toEqual([]);
    expect(await stack().github.checks(pull.repository, pull.headSha)).toEqual([]);
    table.add({
      attack: 'a service asks for id-tokens for a cloud',
      tried: 'its address and its App’s audience name AWS, Google, Azure, another host',
      variants: outcomes.length,
      happened: `${tally(outcomes)}; ${audiences.length} id-tokens asked for`,
      after: 'no check, no comment',
    });
  });

  test('addresses of the internal network', async () => {
    const { table, service, openForAction, github, owner } = stack();
    const ports = [new URL(service.url).port, new URL(service.databaseUrl).port, new URL(github.apiUrl).port];
    const pages = [
      ...privateIpv4.map((address) => `http://${address}/latest/meta-data/`),
      ...privateIpv6.map((address) => `http://[${address}]/`),
      ...ports.map((port) => `http://127.0.0.1:${port}/`),
      ...ports.map((port) => `http://localhost:${port}/`),
      ...['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:alert(1)', 'http://metadata.google.internal/'],
    ];
    const image = await base64();
    const { dials, stop } = recordDials();
    const answers: number[] = [];
    // As page, image and webhook, in turn: `test/wide/security/addresses.test.ts` sends many more.
    for (const [at, url] of pages.entries()) {
      const sent = [
        { title: 'x', capture_url: true, page_url: url },
        { title: 'x', images: [url] },
        { title: 'x', images: [image], webhook_url: url },
      ];
      // After thirty in a minute the rate limit would refuse all further requests.
      if (at % 25 === 0) await forgetLimits(service);
      const made = await owner.call('create_review', sent[at % 3] ?? { title: 'x' }).catch(() => null);
      answers.push(made === null ? 422 : 201);
      if (made !== null) expect(`${url} ${made.status}`).toMatch(/preparing|failed/);
    }
    await forgetLimits(service);
    await stack().idle();
    stop();
    expect(hostileHosts.length).toBeGreaterThan(0);
    const away = dials.filter((dial) => !/^(127\.0\.0\.1|::1) /.test(dial));
    expect(away).toEqual([]);

    const pull = await openForAction();
    const runs: string[] = [];
    for (const url of ['http://169.254.169.254/latest/meta-data/', service.url, 'http://[::ffff:127.0.0.1]/']) {
      const run = await pull.act({ inputs: { url } });
      expect(run.exitCode, run.log).toBe(1);
      runs.push(`exit ${run.exitCode}`);
    }
    const post = async (path: string, body: unknown): Promise<object> => {
      const response = await fetch(`${github.apiUrl}/repos/${pull.repository}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return Object(await response.json());
    };
    const made = await post('/deployments', { ref: pull.headSha, environment: 'Preview' });
    const id = Reflect.get(made, 'id');
    await post(`/deployments/${id}/statuses`, { state: 'success', environment_url: 'http://169.254.169.254/' });
    const deployed = await pull.act({ inputs: { deployment: 'Preview' } });
    runs.push(`exit ${deployed.exitCode}`);
    expect(tally(runs)).toBe('exit 1 × 4');
    await stack().idle();
    expect(await pull.comments()).toEqual([]);
    table.add({
      attack: 'addresses inside (SSRF)',
      tried:
        'metadata, private, loopback and own ports as page, image and webhook; the Action’s `url` and a deployment’s address',
      variants: answers.length + runs.length,
      happened: `API ${tally(answers)}; Action ${tally(runs)}; ${away.length} dials elsewhere`,
      after: 'no screenshot, no comment',
    });
  });
}
