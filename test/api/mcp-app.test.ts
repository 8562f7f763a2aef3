import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { type Agent, agents, drawsApps, type ToolResult } from '../support/app-client.ts';
import { base64, decide, mark } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';

let now = Date.now();
const service = await startService({ ROLE: 'web' }, () => new Date(now));
const client = await service.newClient();

const secretOf = (url: string): string => url.split('/').at(-1) ?? '';
const connect = (revision: string, capabilities?: object): Promise<Agent> =>
  (agents[revision] as (typeof agents)[string])(service.url, client.token, capabilities);
const make = async (agent: Agent): Promise<ToolResult> =>
  agent.call('create_review', { title: 'A home page', images: [{ image: await base64(), label: 'Home' }] });

interface Opened {
  capability: string;
  page_key: string;
  review_url: string;
  service_url: string;
  first_screenshot: string;
}
async function openInApp(agent: Agent, id: string): Promise<Opened> {
  const { structuredContent } = await agent.call('open_review_in_app', { id });
  return structuredContent as unknown as Opened;
}

describe.each(Object.keys(agents))('a client of %s that draws pages', (revision) => {
  test('gets the review’s page, and its model no secret in any byte', async () => {
    // One that also opens addresses is not asked to.
    const agent = await connect(revision, { ...drawsApps, elicitation: { url: {} } });
    const tools = await agent.listTools();
    const ui = new Map(tools.map(({ name, _meta }) => [name, _meta?.ui]));
    expect(ui.get('create_review')).toEqual({ resourceUri: 'ui://sightline/review' });
    expect(ui.get('wait_for_decision')).toEqual(ui.get('create_review'));
    expect(ui.get('open_review_in_app')).toEqual({ visibility: ['app'] });

    const heard: unknown[] = [agent.instructions(), tools.filter(({ name }) => name !== 'open_review_in_app')];
    const made = await make(agent);
    const id = String(made.structuredContent?.id);
    const page = await agent.read('ui://sightline/review');
    heard.push(made, page, await agent.listResources());
    heard.push(await agent.call('wait_for_decision', { id, seconds: 1 }));
    heard.push(await agent.call('get_review', { id }), await agent.call('list_reviews', {}));
    heard.push(await agent.call('add_findings', { id, findings: [{ body: 'Low contrast' }] }));
    const shown = await openInApp(agent, id);
    await service.byLink(shown.review_url).call('place_mark', mark({ body: 'Too pale' }));
    await decide(await client.call('get_review', { id }), 'changes_requested');
    heard.push(await agent.call('wait_for_decision', { id }), await agent.call('get_review', { id }));
    heard.push(await agent.call('get_screenshot', { id, mark: 1 }));
    heard.push(await agent.call('resolve_marks', { id, marks: [{ id: 1, status: 'resolved', note: 'Darker' }] }));
    const image = await base64('#335577');
    heard.push(
      await agent.call('create_review', { title: 'Again', parent_id: id, images: [{ image, label: 'Home' }] }),
    );
    heard.push(await agent.read(`sightline://reviews/${id}`), await agent.prompt('fix_review', { id }));

    const { capability, page_key, review_url } = shown;
    expect(review_url).toBe((await client.call('get_review', { id })).review_url);
    const bytes = JSON.stringify(heard);
    expect(bytes).not.toContain('"isError":true');
    for (const secret of [secretOf(review_url), capability, page_key]) expect(bytes).not.toContain(secret);
    const { reviews } = await client.call('list_reviews', {});
    for (const review of reviews) expect(bytes).not.toContain(secretOf(review.review_url));
    // No sentence speaks of a link that the model does not have, except the schemas, which are the same for everybody.
    expect(JSON.stringify([agent.instructions(), tools.map(({ description }) => description)])).not.toMatch(
      /review_url/,
    );
    expect(JSON.stringify(made.structuredContent)).not.toContain('review_url');
    await agent.close();
  });

  test('reads the page, which may reach the service and nothing else', async () => {
    const agent = await connect(revision);
    const { contents } = await agent.read('ui://sightline/review');
    expect(contents).toEqual([
      expect.objectContaining({
        mimeType: 'text/html;profile=mcp-app',
        _meta: {
          ui: {
            csp: { connectDomains: [service.url], resourceDomains: [service.url] },
            permissions: { clipboardWrite: {} },
            prefersBorder: true,
          },
        },
      }),
    ]);
    const addresses = [...(contents[0]?.text ?? '').matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    for (const address of addresses) expect(address).toMatch(new RegExp(`^${service.url}/assets/`));
    await agent.close();
  });

  test('other clients have no tool, no page and no word of it', async () => {
    const agent = await connect(revision, {});
    expect(JSON.stringify(await agent.listTools())).not.toMatch(/"ui":|open_review_in_app/);
    expect(JSON.stringify(await agent.listResources())).not.toContain('ui://');
    const { structuredContent } = await make(agent);
    const { id, review_url } = structuredContent as { id: string; review_url: string };
    expect(review_url).toBe((await client.call('get_review', { id })).review_url);
    const asked = agent.call('open_review_in_app', { id });
    expect(JSON.stringify(await asked.catch(String))).not.toMatch(/capability|page_key/);
    await agent.close();
  });
});

describe('a frame’s capability', () => {
  const other = { origin: 'https://chat.example' };
  let agent: Agent;
  let opened: Opened;
  let id: string;
  beforeAll(async () => {
    agent = await connect('2026-07-28');
    id = String((await make(agent)).structuredContent?.id);
    opened = await openInApp(agent, id);
  });
  afterAll(() => agent.close());

  const post = (credential: string, more: Record<string, string> = other) =>
    fetch(`${service.url}/r/${credential}/marks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...more },
      body: JSON.stringify(mark()),
    });

  test('is accepted from any origin, which may read the answer; a link is not', async () => {
    const placed = await post(opened.capability);
    expect([placed.status, placed.headers.get('access-control-allow-origin')]).toEqual([201, '*']);
    const refused = await post(secretOf(opened.review_url));
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    for (const [credential, status, methods] of [
      [opened.capability, 204, 'GET, POST, PATCH, DELETE'],
      [secretOf(opened.review_url), 405, null],
    ] as const) {
      const asked = await fetch(`${service.url}/r/${credential}/review`, {
        method: 'OPTIONS',
        headers: { ...other, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-page-key' },
      });
      expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([status, methods]);
    }
  });

  test('opens the stream of changes, which another origin may read', async () => {
    const { signal, abort } = new AbortController();
    const stream = await fetch(`${service.url}/r/${opened.capability}/events`, { headers: other, signal });
    expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    await stream.body?.cancel();
    void abort;
  });

  test('decides only with the key of its own review’s page', async () => {
    const second = await openInApp(agent, String((await make(agent)).structuredContent?.id));
    const decideWith = (page_key: string | undefined) =>
      createClient({
        baseUrl: service.url,
        link: opened.capability,
        ...(page_key === undefined ? {} : { pageKey: page_key }),
        fetch: (address, init) =>
          fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...other } }),
      }).call('decide', { outcome: 'changes_requested', note: 'Darker', after_decision: 0 });
    expect((await refusal(decideWith(undefined))).status).toBe(403);
    expect((await refusal(decideWith(second.page_key))).status).toBe(403);
    await decideWith(opened.page_key);
    expect((await client.call('get_review', { id })).decision).toMatchObject({
      outcome: 'changes_requested',
      via: 'page',
    });
  });

  test('ends after an hour, with its review, and when it is changed', async () => {
    const read = async (credential: string) => (await fetch(`${service.url}/r/${credential}/review`)).status;
    const forged = `${opened.capability.slice(0, -2)}${opened.capability.endsWith('A') ? 'B' : 'A'}A`;
    expect(await Promise.all([opened.capability, forged, `frame_${secretOf(opened.review_url)}`].map(read))).toEqual([
      200, 404, 404,
    ]);
    expect((await fetch(`${service.url}/g/${opened.capability}/review`)).status).toBe(404);
    now += 3_599_000;
    expect(await read(opened.capability)).toBe(200);
    now += 1_000;
    expect(await read(opened.capability)).toBe(404);
    const renewed = await openInApp(agent, id);
    expect(await read(renewed.capability)).toBe(200);
    await client.call('delete_review', { id });
    expect(await read(renewed.capability)).toBe(404);
  });
});
