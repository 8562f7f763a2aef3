import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '../../server/contract/client.ts';
import { approvedReview, base64, review } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { hold } from './support/lock.ts';
import { type ApiCaller, refusal } from './support/rest-and-mcp.ts';
import { sql } from './support/sql.ts';

/** Returns an image with content, wider than the phone that it is labelled with. */
async function widePage(): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const create = { width: 200, height: 100, channels: 3 as const, background: '#fff', noise };
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}
const phone = { name: 'mobile', width: 100, height: 100, scale: 1 };

/** The lock that a check needs to store its result. */
const LOCK = 7;

const service = await startService();

describe('a second opinion', () => {
  beforeAll(async () => {
    await sql(
      service,
      `CREATE FUNCTION take_lock() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NEW; END $$;
       CREATE TRIGGER take_lock BEFORE UPDATE OF opinion ON shot FOR EACH ROW
         WHEN (NEW.opinion = 'done') EXECUTE FUNCTION take_lock()`,
    );
  });
  /** Asks for a second opinion. No check ends before the answer is there. */
  async function ask(caller: ApiCaller, input: Input<'second_opinion'>): Promise<Output<'second_opinion'>> {
    const holder = await hold(service);
    await holder.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    try {
      return await caller.call('second_opinion', input);
    } finally {
      await holder.end('ROLLBACK');
    }
  }
  const findings = async (caller: ApiCaller, id: string) => (await caller.call('get_review', { id })).findings;
  /** Waits until every requested screenshot was checked. */
  const ended = async (caller: ApiCaller, id: string, done: number) => {
    const state = async () => (await caller.call('get_review', { id })).second_opinion;
    await expect.poll(state, { interval: 250 }).toEqual({ waiting: 0, done, failed: 0, problems: [] });
  };

  test('adds findings on every screenshot, beside those of the client', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller, {
      images: [
        { image: await base64(), label: 'Blank' },
        { image: await widePage(), label: 'Wide', viewport: phone },
      ],
    });
    await caller.call('add_findings', { id, findings: [{ body: 'Of the client' }] });
    const asked = await ask(caller, { id });
    expect(asked).toMatchObject({ queued: 2, review: { id, second_opinion: { waiting: 2, done: 0 } } });
    await ended(caller, id, 2);
    const found = await findings(caller, id);
    expect(found[0]).toMatchObject({ id: 1, source: 'client', rule: null, found_by: null });
    expect(
      found
        .slice(1)
        .map(({ screenshot_index, source, rule }) => [screenshot_index, source, rule])
        .sort(),
    ).toEqual([
      [0, 'second_opinion', 'blank-picture'],
      [1, 'second_opinion', 'wider-than-screen'],
    ]);
    const wide = found.find(({ rule }) => rule === 'wider-than-screen');
    expect(wide?.area).toEqual({ x: 0.5, y: 0, width: 0.5, height: 1 });
    expect(new Set(found.map((each) => each.id)).size).toBe(3);
  });

  test('finds the same findings under the same numbers when requested again', async () => {
    const caller = await service.newClient();
    const image = await base64();
    const { id } = await review(caller, { images: [image, image] });
    await caller.call('second_opinion', { id });
    await ended(caller, id, 2);
    const before = await findings(caller, id);
    expect(before).toMatchObject([{ found_by: 'rule' }, { found_by: 'rule' }]);
    const again = await ask(caller, { id, screenshot_index: 1 });
    expect(again).toMatchObject({ queued: 1, review: { second_opinion: { waiting: 1, done: 1 } } });
    await ended(caller, id, 2);
    expect(await findings(caller, id)).toEqual(before);
  });

  test('skips the rules that a run switches off', async () => {
    const caller = await service.newClient();
    const { id } = await review(caller, { images: [await base64()] });
    await caller.call('second_opinion', { id, skip_rules: ['blank-picture'] });
    await ended(caller, id, 1);
    expect(await findings(caller, id)).toEqual([]);
    await caller.call('second_opinion', { id });
    await ended(caller, id, 1);
    expect(await findings(caller, id)).toMatchObject([{ rule: 'blank-picture' }]);
    const wrong = await refusal(caller.call('second_opinion', { id, skip_rules: ['no-such-rule'] }));
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'skip_rules[0]']);
  });

  test('checks an email with the email rules, even when nothing says that it is one', async () => {
    const caller = await service.newClient();
    const html = '<p style="font-size:9px">Everything is cheaper this week, so come in before Sunday evening.</p>';
    const made = await caller.call('create_review', { title: 'Sale', html });
    expect(made.type).toBe('ui');
    const status = async () => (await caller.call('get_review', { id: made.id })).status;
    await expect.poll(status).toBe('open');
    await caller.call('second_opinion', { id: made.id });
    await ended(caller, made.id, 1);
    expect((await findings(caller, made.id)).map(({ rule }) => rule)).toContain('small-email-text');
  });

  test('requires an open review and an existing screenshot', async () => {
    const caller = await service.newClient();
    const decided = await approvedReview(caller);
    const { status, body } = await refusal(caller.call('second_opinion', { id: decided.id }));
    expect([status, body.error]).toEqual([422, 'invalid_state']);
    const { id } = await review(caller);
    for (const screenshot_index of [1, 2 ** 40]) {
      const wrong = await refusal(caller.call('second_opinion', { id, screenshot_index }));
      expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'screenshot_index']);
    }
  });
});
