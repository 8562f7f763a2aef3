import { expect, test } from 'vitest';
import { leastInput, pathFields } from '../api/contract/support/minimal-input.ts';
import { connectMcp } from '../api/support/rest-and-mcp.ts';
import { forgetLimits } from '../api/support/sql.ts';
import { rejectedReview } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import {
  almostLinksOf,
  ask,
  idFields,
  idRoutes,
  idsFor,
  idTools,
  linkRoutes,
  NOBODYS_ID,
  NOBODYS_SECRET,
  newStrangers,
  nobodysLike,
  ownSecret,
  said,
} from './support/foreign-ids.ts';

/** Every operation with one id of another workspace. The wide tests put every kind of id into every place. */
const service = await startService({ LOG_LEVEL: 'warn' });
const strangers = await newStrangers(service);
const theirs = await rejectedReview(strangers.owner, [{ must_fix: true }, {}]);
const before = await strangers.snapshot();

test('over REST another workspace’s review, an unknown one and no id at all get the same answer, in path and fields', async () => {
  expect(idRoutes.length).toBeGreaterThanOrEqual(10);
  for (const operation of idRoutes) {
    const input = leastInput(operation);
    const nobodys = await ask(strangers, operation, '', { ...input, id: NOBODYS_ID });
    expect(JSON.parse(nobodys)[0], operation.name).toBe(404);
    for (const id of [theirs.id, 'x', '\0'.repeat(26)]) {
      expect(await ask(strangers, operation, '', { ...input, id }), operation.name).toBe(nobodys);
    }
  }
  const fields = idFields(strangers);
  expect(fields.length).toBeGreaterThanOrEqual(4);
  for (const { operation, name, input } of fields) {
    const answers = [theirs.id, nobodysLike(theirs.id, strangers.own.id)].map((id) =>
      ask(strangers, operation, '', { ...input, [name]: id }),
    );
    expect(await answers[0], `${operation.name}.${name}`).toBe(await answers[1]);
  }
});

test('an almost correct link opens nothing, and foreign marks and images are not found', async () => {
  const [almost = ''] = Object.values(almostLinksOf(theirs));
  for (const operation of linkRoutes) {
    const least = leastInput(operation);
    const nobodys = await ask(strangers, operation, NOBODYS_SECRET, least);
    expect(JSON.parse(nobodys)[0], operation.name).toBe(404);
    expect(await ask(strangers, operation, almost, least), operation.name).toBe(nobodys);
    for (const name of pathFields(operation)) {
      const link = ownSecret(strangers, operation);
      const ids = idsFor(name, theirs);
      const unknown = await ask(strangers, operation, link, { ...least, [name]: ids.nobodys });
      expect(JSON.parse(unknown)[0], operation.name).toBe(404);
      expect(await ask(strangers, operation, link, { ...least, [name]: ids.theirs[0] }), operation.name).toBe(unknown);
    }
  }
  const get = async (path: string) => said(await fetch(`${service.url}${path}`));
  const capabilityOf = (url = '') => url.split('/').at(-2) ?? '';
  const nobodys = await get(`/p/${'a1b2c3d4e'.repeat(3)}/shot`);
  expect(JSON.parse(nobodys)[0]).toBe(404);
  const own = capabilityOf(strangers.own.screenshots[0]?.url);
  const tried = [`/p/${theirs.id}/shot`, `/p/${capabilityOf(theirs.screenshots[0]?.url)}/mark-99`, `/p/${own}/mark-1`];
  for (const path of tried) expect(await get(path), path).toBe(nobodys);
});

test('every MCP tool answers the same for a foreign review as for an unknown one, and changes nothing', async () => {
  const client = await connectMcp(service.url, strangers.other.token);
  expect(idTools.length).toBeGreaterThanOrEqual(8);
  for (const operation of idTools) {
    await forgetLimits(service);
    const call = async (id: string) =>
      JSON.stringify(await client.callTool({ name: operation.name, arguments: { ...leastInput(operation), id } }));
    const nobodys = await call(NOBODYS_ID);
    expect(nobodys, operation.name).toContain('not_found');
    expect(await call(theirs.id), operation.name).toBe(nobodys);
  }
  await client.close();
  expect(before.length).toBeGreaterThan(10);
  expect(await strangers.snapshot()).toEqual(before);
});
