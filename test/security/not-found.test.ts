import { expect, test } from 'vitest';
import { leastInput, pathFields } from '../api/contract/support/minimal-input.ts';
import { connectMcp } from '../api/support/rest-and-mcp.ts';
import { expire, forgetLimits } from '../api/support/sql.ts';
import { mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import {
  almostLinksOf,
  ask,
  idFields,
  idRoutes,
  idsFor,
  idsOf,
  idTools,
  linkRoutes,
  NOBODYS_ID,
  NOBODYS_SECRET,
  newStrangers,
  nobodysLike,
  ownSecret,
  said,
} from './support/foreign-ids.ts';

const service = await startService({ ROLE: 'web', LOG_LEVEL: 'warn' });
const strangers = await newStrangers(service);
const { owner } = strangers;
const rejected = await rejectedReview(owner, [{ must_fix: true }, {}, {}]);
const superseded = await review(owner);
const next = await nextPass(owner, superseded);
await reviewerOf(next).call('place_mark', mark());
const cancelled = await owner.call('cancel_review', { id: (await review(owner)).id });
const expired = await review(owner);
await expire(service, expired);
const idsOfTheirs = {
  ...Object.fromEntries(Object.entries({ superseded, next, cancelled, expired }).map(([name, { id }]) => [name, id])),
  ...idsOf(rejected, owner),
};
const secretsOfTheirs = { ...idsOfTheirs, ...almostLinksOf(rejected) };
delete secretsOfTheirs['review link'];
const before = await strangers.snapshot();

test('ids of another workspace in an address, and texts that are no ids, are answered as unknown', async () => {
  expect(idRoutes.length).toBeGreaterThanOrEqual(10);
  for (const operation of idRoutes) {
    const input = leastInput(operation);
    const nobodys = await ask(strangers, operation, ownSecret(strangers, operation), { ...input, id: NOBODYS_ID });
    expect(JSON.parse(nobodys)[0], operation.name).toBe(404);
    for (const [which, id] of Object.entries({ ...idsOfTheirs, short: 'x', NUL: '\0'.repeat(26) })) {
      expect(await ask(strangers, operation, '', { ...input, id }), `${operation.name} ${which}`).toBe(nobodys);
    }
  }
});

test('ids of another workspace in a request’s fields are answered as unknown', async () => {
  const fields = idFields(strangers);
  expect(fields.length).toBeGreaterThanOrEqual(4);
  for (const { operation, name, input } of fields) {
    for (const [which, id] of Object.entries(idsOfTheirs)) {
      const theirAnswer = await ask(strangers, operation, '', { ...input, [name]: id });
      const nobodysAnswer = await ask(strangers, operation, '', {
        ...input,
        [name]: nobodysLike(id, strangers.own.id),
      });
      expect(theirAnswer, `${operation.name}.${name} ${which}`).toBe(nobodysAnswer);
    }
  }
});

test('lookalikes of another’s link open nothing, and numbers of another’s marks do not exist', async () => {
  for (const operation of linkRoutes) {
    const least = leastInput(operation);
    const nobodys = await ask(strangers, operation, NOBODYS_SECRET, least);
    expect(JSON.parse(nobodys)[0], operation.name).toBe(404);
    for (const [which, secret] of Object.entries(secretsOfTheirs)) {
      const isLink = which === 'guest link' && operation.rest.path.startsWith('/g/');
      if (isLink) continue;
      expect(await ask(strangers, operation, secret, least), `${operation.name} ${which}`).toBe(nobodys);
    }
    for (const name of pathFields(operation)) {
      const link = ownSecret(strangers, operation);
      const ids = idsFor(name, rejected);
      const unknown = await ask(strangers, operation, link, { ...least, [name]: ids.nobodys });
      expect(JSON.parse(unknown)[0], operation.name).toBe(404);
      for (const id of ids.theirs) {
        expect(await ask(strangers, operation, link, { ...least, [name]: id }), operation.name).toBe(unknown);
      }
    }
  }
});

test('images of another workspace are reachable only at their own addresses', async () => {
  const at = (url = '') => url.split('/').at(-2) ?? '';
  const [theirs, own] = [at(rejected.screenshots[0]?.url), at(strangers.own.screenshots[0]?.url)];
  const get = async (path: string) => said(await fetch(`${service.url}${path}`));
  const nobodys = await get(`/p/${'a1b2c3d4e'.repeat(3)}/shot`);
  expect(JSON.parse(nobodys)[0]).toBe(404);
  const swapped = theirs.slice(0, -1) + (theirs.endsWith('0') ? '1' : '0');
  const tried = [
    ...Object.values(idsOfTheirs).map((id) => `/p/${encodeURIComponent(id)}/shot`),
    ...[`/p/${swapped}/shot`, `/p/${theirs}/difference`, `/p/${theirs}/mark-99`],
    // The other workspace’s own image does not lead to marks of somebody else.
    ...[1, 2, 3].flatMap((number) => [`/p/${own}/mark-${number}`, `/p/${own}/mark-${number}-clean`]),
  ];
  for (const path of tried) expect(await get(path), path).toBe(nobodys);
});

test('every MCP tool answers the same for another’s review and an unknown one', async () => {
  const client = await connectMcp(service.url, strangers.other.token);
  expect(idTools.length).toBeGreaterThanOrEqual(8);
  for (const operation of idTools) {
    await forgetLimits(service);
    const call = async (id: string) => {
      const input = { ...leastInput(operation), id };
      return JSON.stringify(await client.callTool({ name: operation.name, arguments: input }));
    };
    const nobodys = await call(NOBODYS_ID);
    expect(nobodys, operation.name).toContain('not_found');
    for (const [which, id] of Object.entries(idsOfTheirs)) {
      expect(await call(id), `${operation.name} ${which}`).toBe(nobodys);
    }
  }
  await client.close();
});

test('after all of this nothing of the other workspace has changed', async () => {
  expect(before.length).toBeGreaterThan(20);
  expect(await strangers.snapshot()).toEqual(before);
});
