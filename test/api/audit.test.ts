import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClient } from '../../server/contract/client.ts';
import { decide, mark, nextPass, rejectedReview, review, reviewerOf } from '../support/factories.ts';
import { startService } from '../support/service.ts';
import { startReceiver } from './support/receiver.ts';
import { sql } from './support/sql.ts';

const service = await startService({ OUTBOUND_ALLOW: 'webhook=127.0.0.0/8' });
const receiver = await startReceiver();

interface Event {
  id: string;
  review_id: string | null;
  at: Date;
  actor: string;
  credential: string | null;
  action: string;
  details: Record<string, unknown>;
}
const eventsOf = (workspaceId: string): Promise<Event[]> =>
  sql<Event>(service, 'SELECT * FROM audit_event WHERE workspace_id = $1 ORDER BY id', [workspaceId]);
const told = async (workspaceId: string) =>
  (await eventsOf(workspaceId)).map(({ actor, action, details }) => [actor, action, details]);

/** Computes the name of a secret in the audit trail, independently of the service. */
const nameOf = (secret: string): string =>
  createHmac('sha256', 'sightline.token').update(secret).digest('hex').slice(0, 12);
const linkOf = (of: { review_url: string }): string => of.review_url.split('/r/')[1] ?? '';
const refusedWith = (text: string, values: unknown[] = []): Promise<string> =>
  sql(service, text, values).then(
    () => 'done',
    (error: Error) => error.message,
  );

test('the trail says who decided what, with which link, and when', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const link = reviewerOf(made);
  await link.call('place_mark', mark({ must_fix: true }));
  const [{ before } = { before: new Date() }] = await sql<{ before: Date }>(service, 'SELECT now() AS before');
  await decide(made, 'changes_requested', { name: 'Ada' });
  const settle = [{ mark_id: 1, as: 'verified' as const }];
  await decide(made, 'approved', { name: 'Grace', note: 'Nobody else should read this', settle });
  const [{ after } = { after: new Date() }] = await sql<{ after: Date }>(service, 'SELECT now() AS after');

  const events = await eventsOf(client.workspaceId);
  expect(events.map(({ action }) => action)).toEqual(['token.issued', 'decision.made', 'decision.made']);
  const common = { changed_mind: false, verified_login: null, settled: [], accepted: [] };
  expect(events[1]?.details).toEqual({
    ...{ number: 1, outcome: 'changes_requested', claimed_name: 'Ada' },
    ...common,
  });
  expect(events[2]?.details).toEqual({
    ...{ number: 2, outcome: 'approved', claimed_name: 'Grace', verified_login: null },
    ...{ changed_mind: true, settled: [{ mark: 1, as: 'verified' }], accepted: [] },
  });
  for (const event of events.slice(1)) {
    expect(event).toMatchObject({ actor: 'reviewer', review_id: made.id, credential: nameOf(linkOf(made)) });
    expect(event.at.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(event.at.getTime()).toBeLessThanOrEqual(after.getTime());
  }
});

test('the trail names every change by a link or a token, and no call that changed nothing', async () => {
  receiver.answerWith(() => 204);
  const client = await service.newClient();
  const rejected = await rejectedReview(client, [{}, {}], { webhook_url: receiver.url });
  await client.call('resolve_marks', { id: rejected.id, marks: [{ id: 1, status: 'resolved' }] });
  const first = reviewerOf(rejected);
  await first.call('verify_mark', { mark_id: 1 });
  await first.call('verify_mark', { mark_id: 1 });
  await first.call('reopen_mark', { mark_id: 1 });
  await first.call('restore_mark', { mark_id: 1 });
  const status = async () => (await client.call('list_deliveries', { id: rejected.id })).deliveries[0]?.status;
  await expect.poll(status).toBe('delivered');
  await client.call('redeliver', { id: rejected.id });
  await expect.poll(status).toBe('delivered');
  await sql(service, 'UPDATE webhook_state SET paused = true WHERE workspace_id = $1', [client.workspaceId]);
  await client.call('resume_webhook', { id: rejected.id });
  await expect(client.call('resume_webhook', { id: rejected.id })).rejects.toThrow();
  const second = await nextPass(client, rejected);
  await reviewerOf(second).call('withdraw_mark', { mark_id: 2 });
  await client.call('cancel_review', { id: second.id });
  const rotated = await client.call('rotate_token', {});

  const events = await told(client.workspaceId);
  expect(events).toEqual([
    ['anyone', 'token.issued', { token: nameOf(client.token), kind: 'try' }],
    ['reviewer', 'decision.made', expect.objectContaining({ number: 1, outcome: 'changes_requested' })],
    ['reviewer', 'mark.verified', { mark: 1, from: 'resolved' }],
    ['reviewer', 'mark.reopened', { mark: 1, from: 'verified' }],
    ['reviewer', 'mark.restored', { mark: 1, from: 'reopened' }],
    ['client', 'webhook.redelivered', { decision: 1 }],
    ['client', 'webhook.resumed', { sent_decision: null, lapsed: 0 }],
    ['reviewer', 'mark.withdrawn', { mark: 2, from: 'open' }],
    ['client', 'review.cancelled', {}],
    ['client', 'token.rotated', { token: nameOf(rotated.token), kind: 'try' }],
  ]);
  const stored = JSON.stringify(await eventsOf(client.workspaceId));
  const secrets = [client.token, rotated.token, linkOf(rejected), linkOf(second), receiver.url];
  for (const secret of secrets) expect(stored).not.toContain(secret);
  console.log(`${events.length} events of one workspace: ${secrets.length} secrets, none of them in its trail`);
});

test('events and decisions cannot be changed, deleted or backdated', async () => {
  const client = await service.newClient();
  const made = await review(client);
  await decide(made, 'approved');
  const before = await eventsOf(client.workspaceId);
  const mine = [client.workspaceId];
  for (const statement of [
    `UPDATE audit_event SET details = '{}' WHERE workspace_id = $1`,
    `UPDATE audit_event SET at = at - interval '1 day' WHERE workspace_id = $1`,
    'DELETE FROM audit_event WHERE workspace_id = $1',
  ]) {
    expect(await refusedWith(statement, mine), statement).toContain('append-only');
  }
  expect(await refusedWith('TRUNCATE audit_event')).toContain('append-only');
  expect(await refusedWith(`UPDATE decision SET outcome = 'approved' WHERE workspace_id = $1`, mine)).toContain(
    'append-only',
  );
  expect(await eventsOf(client.workspaceId)).toEqual(before);
  await sql(
    service,
    `INSERT INTO audit_event (workspace_id, actor, action, at) VALUES ($1, 'client', 'x', '2001-01-01')`,
    mine,
  );
  expect((await eventsOf(client.workspaceId)).at(-1)?.at.getFullYear()).toBeGreaterThan(2001);
});

test('a change and its event are stored together or not at all', async () => {
  const client = await service.newClient();
  const made = await review(client);
  const condition = `workspace_id <> '${client.workspaceId}'`;
  await sql(service, `ALTER TABLE audit_event ADD CONSTRAINT no_more CHECK (${condition}) NOT VALID`);
  try {
    await expect(decide(made, 'approved')).rejects.toThrow();
    await expect(client.call('cancel_review', { id: made.id })).rejects.toThrow();
    await expect(client.call('delete_review', { id: made.id })).rejects.toThrow();
    await expect(client.call('rotate_token', {})).rejects.toThrow();
  } finally {
    await sql(service, 'ALTER TABLE audit_event DROP CONSTRAINT no_more');
  }
  const now = await client.call('get_review', { id: made.id });
  expect([now.status, now.decision]).toEqual(['open', null]);
  const tokens = await sql(service, 'SELECT 1 FROM access_token WHERE workspace_id = $1', [client.workspaceId]);
  expect(tokens).toHaveLength(1);
  expect((await told(client.workspaceId)).map(([, action]) => action)).toEqual(['token.issued']);
});

test('a deleted review leaves only who deleted it; a deleted workspace leaves nothing', async () => {
  const client = await service.newClient();
  const [gone, kept] = [await review(client), await review(client)];
  await decide(gone, 'approved', { name: 'Ada' });
  await decide(kept, 'approved', { name: 'Grace' });
  const { token } = await client.call('rotate_token', {});
  const other = createClient({ baseUrl: service.url, bearer: token });
  await other.call('delete_review', { id: gone.id });
  const events = await eventsOf(client.workspaceId);
  const of = (id: string) => events.filter((event) => event.review_id === id);
  expect(of(gone.id)).toEqual([
    expect.objectContaining({ actor: 'client', credential: nameOf(token), action: 'review.deleted', details: {} }),
  ]);
  expect(of(kept.id).map(({ action }) => action)).toEqual(['decision.made']);
  const statement = `DELETE FROM audit_event WHERE review_id = $1`;
  expect(await refusedWith(statement, [gone.id])).toContain('append-only');

  await other.call('delete_workspace', { confirm: client.workspaceId });
  expect(await eventsOf(client.workspaceId)).toEqual([]);
});
