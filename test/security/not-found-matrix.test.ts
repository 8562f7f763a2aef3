import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestOperation } from '../../server/contract/define-operation.ts';
import { restOperations } from '../../server/contract/index.ts';
import type { Review } from '../../server/contract/review.ts';
import { inputSchema, leastInput, pathFields } from '../api/contract/support/minimal-input.ts';
import { snapshotOf } from '../api/contract/support/snapshot.ts';
import { connectMcp } from '../api/support/faces.ts';
import { expire, sql } from '../api/support/sql.ts';
import { mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService, type TestService } from '../support/service.ts';

const NOBODYS_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const NOBODYS_SECRET = 'a1B2'.repeat(11).slice(0, 43);

let service: TestService;
let owner: Awaited<ReturnType<TestService['newClient']>>;
let other: Awaited<ReturnType<TestService['newClient']>>;
/** The other's own review, without marks. */
let own: Review;
let theirs: Record<'rejected' | 'superseded' | 'next' | 'cancelled' | 'expired', Review>;
let before: string[];
let secretsOfTheirs: Record<string, string>;
let idsOfTheirs: Record<string, string>;

const secretOf = (url: string): string => url.split('/').at(-1) ?? '';
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The character after it in the order of ids */
const next = (character: string): string => DIGITS[DIGITS.indexOf(character.toUpperCase()) + 1] ?? 'Y';
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

beforeAll(async () => {
  service = await startService();
  [owner, other] = [await service.newClient(), await service.newClient()];
  own = await review(other);
  const rejected = await rejectedReview(owner, [{ must_fix: true }, {}, {}]);
  const superseded = await review(owner);
  const next = await nextPass(owner, superseded);
  await reviewerOf(next).call('place_mark', mark());
  const cancelled = await owner.call('cancel_review', { id: (await review(owner)).id });
  const expired = await review(owner);
  await expire(service, expired);
  theirs = { rejected, superseded, next, cancelled, expired };
  idsOfTheirs = {
    ...Object.fromEntries(Object.entries(theirs).map(([name, { id }]) => [name, id])),
    'workspace id': owner.workspaceId,
    'review link': secretOf(rejected.review_url),
    'guest link': secretOf(rejected.guest_share_url),
    'try token': owner.token,
  };
  // What may look like a link's secret but is none; the secret itself is a credential, and opens what it is for.
  const capability = rejected.screenshots[0]?.url.split('/').at(-2) ?? '';
  secretsOfTheirs = {
    ...idsOfTheirs,
    'review link': `${secretOf(rejected.review_url)}x`,
    'half a link': secretOf(rejected.review_url).slice(0, 30),
    'a link in capitals': secretOf(rejected.review_url).toUpperCase(),
    capability,
  };
  before = await snapshotOf(service, owner.workspaceId);
});
afterAll(() => service.close());

/** Everything an answer says but when it was given and how often its caller may still ask. */
async function said(answer: Response): Promise<string> {
  const headers = [...answer.headers].filter(([name]) => !/^(date|ratelimit-|retry-after|keep-alive)/.test(name));
  const body = (await answer.text()).replace(/"exported_at":"[^"]*"/, '"exported_at":""');
  return JSON.stringify([answer.status, headers, body]);
}

async function ask(operation: RestOperation, secret: string, fields: Record<string, unknown>): Promise<string> {
  await sql(service, 'DELETE FROM rate_window');
  const rest = { ...fields };
  const { method } = operation.rest;
  let path = operation.rest.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = asText(name === 'token' ? secret : rest[name]);
    delete rest[name];
    return encodeURIComponent(text);
  });
  const headers: Record<string, string> = { authorization: `Bearer ${other.token}` };
  const init: RequestInit = { method, headers };
  if (method === 'GET' || method === 'DELETE') {
    path += `?${new URLSearchParams(Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, asText(value)])))}`;
  } else {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(rest);
  }
  return said(await fetch(service.url + path, init));
}

const all = restOperations;
const ownSecret = (operation: RestOperation): string =>
  secretOf(operation.rest.path.startsWith('/g/') ? own.guest_share_url : own.review_url);

test('another’s ids in an address are answered as if they were nobody’s', async () => {
  const routes = all.filter((operation) => pathFields(operation).includes('id'));
  let requests = 0;
  for (const operation of routes) {
    const input = leastInput(operation);
    const nobodys = await ask(operation, ownSecret(operation), { ...input, id: NOBODYS_ID });
    expect(JSON.parse(nobodys)[0], operation.name).toBe(404);
    for (const [which, id] of Object.entries(idsOfTheirs)) {
      expect(await ask(operation, '', { ...input, id }), `${operation.name} ${which}`).toBe(nobodys);
      requests += 1;
    }
  }
  const kinds = Object.keys(idsOfTheirs).length;
  console.log(
    `404 matrix: ${routes.length} routes × ${kinds} foreign ids = ${requests} requests, ${requests} answered 404 alike`,
  );
  expect(requests).toBe(routes.length * kinds);
  expect(routes.length).toBeGreaterThanOrEqual(10);
});

test('another’s ids in a request’s fields are answered as if they were nobody’s', async () => {
  let requests = 0;
  for (const operation of all.filter(({ actor }) => actor === 'client')) {
    const { properties = {} } = inputSchema(operation);
    const places = Object.entries(properties).filter(
      ([name, { type, anyOf = [] }]) =>
        !pathFields(operation).includes(name) &&
        [type, ...anyOf.map((each) => each.type)].includes('string') &&
        /_id$|^cursor$|^confirm$/.test(name),
    );
    for (const [name] of places.filter(([field]) => field !== operation.idempotencyField)) {
      const more = operation.name === 'create_review' ? { images: ['AAAA'] } : {};
      for (const [which, id] of Object.entries(idsOfTheirs)) {
        // Of the same form, and nobody's: ids of one moment count up in their last characters. And not before it.
        const nobodys = id.slice(0, -5) + next(id.at(-5) ?? '') + id.slice(-4);
        const input = {
          ...leastInput(operation),
          ...more,
          ...(pathFields(operation).includes('id') ? { id: own.id } : {}),
        };
        const theirAnswer = await ask(operation, '', { ...input, [name]: id });
        const nobodysAnswer = await ask(operation, '', { ...input, [name]: nobodys });
        expect(theirAnswer, `${operation.name}.${name} ${which}`).toBe(nobodysAnswer);
        requests += 1;
      }
    }
  }
  console.log(`404 matrix: ${requests} foreign ids in fields, ${requests} answered like unknown ones`);
  expect(requests).toBeGreaterThanOrEqual(4 * Object.keys(idsOfTheirs).length);
});

test('what looks like a link of another’s opens nothing, and numbers of another’s marks are not there', async () => {
  const routes = all.filter(({ rest }) => rest.path.includes('{token}'));
  let requests = 0;
  for (const operation of routes) {
    const least = leastInput(operation);
    const nobodys = await ask(operation, NOBODYS_SECRET, least);
    expect(JSON.parse(nobodys)[0], operation.name).toBe(404);
    for (const [which, secret] of Object.entries(secretsOfTheirs)) {
      const isLink = which === 'guest link' && operation.rest.path.startsWith('/g/');
      if (isLink) continue;
      expect(await ask(operation, secret, least), `${operation.name} ${which}`).toBe(nobodys);
      requests += 1;
    }
    for (const name of pathFields(operation)) {
      const unknown = await ask(operation, ownSecret(operation), { ...least, [name]: 99_999 });
      expect(JSON.parse(unknown)[0], operation.name).toBe(404);
      for (const number of [1, 2, 3]) {
        expect(await ask(operation, ownSecret(operation), { ...least, [name]: number }), operation.name).toBe(unknown);
        requests += 1;
      }
    }
  }
  console.log(
    `404 matrix: ${routes.length} link routes, ${requests} foreign links and mark numbers answered 404 alike`,
  );
  expect(requests).toBeGreaterThanOrEqual(routes.length * 8);
});

test('pictures of another’s are behind their own addresses alone', async () => {
  const [theirShot, ownShot] = [theirs.rejected.screenshots[0]?.url ?? '', own.screenshots[0]?.url ?? ''];
  const at = (url: string) => url.split('/').at(-2) ?? '';
  const get = async (path: string) => said(await fetch(`${service.url}${path}`));
  const nobodys = await get(`/p/${'a1b2c3d4e'.repeat(3)}/shot`);
  expect(JSON.parse(nobodys)[0]).toBe(404);
  const swapped = at(theirShot).slice(0, -1) + (at(theirShot).endsWith('0') ? '1' : '0');
  const tried = [
    ...Object.values(idsOfTheirs).map((id) => `/p/${encodeURIComponent(id)}/shot`),
    `/p/${swapped}/shot`,
    `/p/${at(theirShot)}/difference`,
    `/p/${at(theirShot)}/mark-99`,
    // The other's own picture does not lead to the marks of somebody else.
    ...[1, 2, 3].flatMap((number) => [`/p/${at(ownShot)}/mark-${number}`, `/p/${at(ownShot)}/mark-${number}-clean`]),
  ];
  for (const path of tried) expect(await get(path), path).toBe(nobodys);
  console.log(`404 matrix: ${tried.length} picture addresses answered 404 alike`);
});

test('every MCP tool says of another’s review what it says of nobody’s', async () => {
  const client = await connectMcp(service.url, other.token);
  const tools = all.filter((operation) => operation.tool !== null && 'id' in operation.input.shape);
  let calls = 0;
  for (const operation of tools) {
    const call = async (id: string) => {
      await sql(service, 'DELETE FROM rate_window');
      return JSON.stringify(
        await client.callTool({ name: operation.name, arguments: { ...leastInput(operation), id } }),
      );
    };
    const nobodys = await call(NOBODYS_ID);
    expect(nobodys, operation.name).toContain('not_found');
    for (const [which, id] of Object.entries(idsOfTheirs)) {
      expect(await call(id), `${operation.name} ${which}`).toBe(nobodys);
      calls += 1;
    }
  }
  await client.close();
  console.log(`404 matrix: ${tools.length} MCP tools, ${calls} calls with foreign ids answered alike`);
  expect(tools.length).toBeGreaterThanOrEqual(8);
});

test('after all of this nothing of the other workspace has changed', async () => {
  expect(before.length).toBeGreaterThan(20);
  expect(await snapshotOf(service, owner.workspaceId)).toEqual(before);
});
