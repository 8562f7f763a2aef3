import { expect, test } from 'vitest';
import { rules } from '../../server/checklist/rules/index.ts';
import { base64, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { refusal } from './support/rest-and-mcp.ts';

const service = await startService();

const offOf = (list: { rules: { id: string; on: boolean }[] }) =>
  list.rules.filter(({ on }) => !on).map(({ id }) => id);

test('the checklist describes every rule for people, and all are on', async () => {
  const client = await service.newClient();
  const list = await client.call('get_checklist', {});
  expect(list.rules.map(({ id }) => id)).toEqual(expect.arrayContaining(rules.map(({ id }) => id)));
  expect(offOf(list)).toEqual([]);
  expect(list.model).toBeNull();
  for (const { id, title, checks, why, types } of list.rules) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title.length).toBeLessThanOrEqual(60);
    for (const sentence of [checks, why]) expect(sentence).toMatch(/^[A-Z“].*\.$/s);
    expect(types.length).toBeGreaterThan(0);
  }
});

test('rules are switched off for one workspace, and on again', async () => {
  const [client, other] = [await service.newClient(), await service.newClient()];
  const off = ['blank-picture', 'tiny-text', 'tiny-text'];
  const answer = await client.call('update_checklist', { off });
  expect(offOf(answer).toSorted()).toEqual(['blank-picture', 'tiny-text']);
  expect(await client.call('get_checklist', {})).toEqual(answer);
  expect(offOf(await other.call('get_checklist', {}))).toEqual([]);

  const opinion = async (caller: typeof client) => {
    const { id } = await review(caller, { images: [await base64()] });
    await caller.call('second_opinion', { id });
    const state = async () => (await caller.call('get_review', { id })).second_opinion?.done;
    await expect.poll(state, { interval: 100 }).toBe(1);
    return (await caller.call('get_review', { id })).findings.map(({ rule }) => rule);
  };
  expect(await opinion(client)).toEqual([]);
  expect(await opinion(other)).toEqual(['blank-picture']);
  expect(offOf(await client.call('update_checklist', { off: [] }))).toEqual([]);
  expect(await opinion(client)).toEqual(['blank-picture']);
});

test('an unknown rule is named, and nothing is switched', async () => {
  const client = await service.newClient();
  await client.call('update_checklist', { off: ['tiny-text'] });
  for (const [off, path] of [
    [['blank-picture', 'no-such-rule'], 'off[1]'],
    [[''], 'off[0]'],
    [['Tiny-Text'], 'off[0]'],
    [['__proto__'], 'off[0]'],
    [['constructor'], 'off[0]'],
    [['x'.repeat(101)], 'off[0]'],
    [Array.from({ length: 201 }, () => 'tiny-text'), 'off'],
  ] as const) {
    const { status, body } = await refusal(client.call('update_checklist', { off: [...off] }));
    expect([status, body.error, body.errors?.[0]?.path]).toEqual([422, 'invalid_request', path]);
  }
  expect(offOf(await client.call('get_checklist', {}))).toEqual(['tiny-text']);
});

test('with all rules off, a second opinion finds nothing and finishes', async () => {
  const client = await service.newClient();
  const all = (await client.call('get_checklist', {})).rules.map(({ id }) => id);
  expect(offOf(await client.call('update_checklist', { off: all }))).toEqual(all);
  const { id } = await review(client, { images: [await base64()] });
  await client.call('second_opinion', { id });
  const state = async () => (await client.call('get_review', { id })).second_opinion;
  await expect.poll(state).toEqual({ waiting: 0, done: 1, failed: 0, problems: [] });
  expect((await client.call('get_review', { id })).findings).toEqual([]);
});
