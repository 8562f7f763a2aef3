import { expect, test } from 'vitest';
import { dataUrl, decide, mark, nextPass, review, reviewerOf } from '../../support/factories.ts';
import { atFileEnd } from '../../support/file-end.ts';
import { guestOf, suggestion } from '../../support/guest.ts';
import { startService } from '../../support/service.ts';
import { pageImage } from '../../web/support/page-image.ts';
import { oauthClient } from '../oauth/support/oauth-client.ts';
import { startReceiver } from '../support/receiver.ts';
import { sql } from '../support/sql.ts';

const service = await startService({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** Tables without a parent row: codes get a workspace only when they are exchanged, and expire within minutes. */
const WITHOUT_PARENT = ['oauth_code'];

/** Other columns that a copy of a row changes so that no unique key refuses it. */
const unique = {
  ...{ id: 'another', number: 99, key: 'another', capability: 'another', client_mark_id: 'another' },
  ...{ hash: '\\x00', url_hash: '\\x00', client_suggestion_id: '\\x00' },
  ...{ review_token_hash: '\\x00', guest_token_hash: '\\x00' },
};

interface ForeignKey {
  child: string;
  parent: string;
  columns: string[];
  deletes: boolean;
}

const foreignKeys = (): Promise<ForeignKey[]> =>
  sql(
    service,
    `SELECT c.conrelid::regclass::text AS child, c.confrelid::regclass::text AS parent, c.confdeltype = 'c' AS deletes,
            (SELECT array_agg(a.attname::text) FROM pg_attribute a
             WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)) AS columns
     FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
  );

test('every row of a workspace has a parent in the same workspace and is deleted with it', async () => {
  const tenant = await sql<{ name: string }>(
    service,
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'workspace_id'`,
  );
  const keys = (await foreignKeys()).filter(({ columns }) => columns.includes('workspace_id'));
  const held = keys.filter(({ deletes }) => deletes).map(({ child }) => child);
  expect(tenant.map(({ name }) => name).filter((name) => !held.includes(name))).toEqual(WITHOUT_PARENT);
  const others = (await foreignKeys()).filter(({ columns }) => !columns.includes('workspace_id'));
  expect(others.filter(({ child }) => tenant.some(({ name }) => name === child))).toEqual([]);
});

test('the database refuses a row whose parent belongs to another workspace', async () => {
  const receiver = await startReceiver();
  atFileEnd(receiver.close);
  const [client, other] = [await service.newClient(), await service.newClient()];
  const made = await review(client, { webhook_url: receiver.url, client_request_id: 'once' });
  await client.call('add_findings', { id: made.id, findings: [{ body: 'Too pale' }] });
  await reviewerOf(made).call('place_mark', mark());
  await reviewerOf(made).call('add_reference_image', { image: await dataUrl() });
  await guestOf(made).call('suggest', suggestion());
  await reviewerOf(made).call('answer_suggestion', { suggestion_id: 1, body: 'Which one?' });
  await decide(made, 'changes_requested');
  await client.call('reply_to_mark', { id: made.id, mark_id: 1, body: 'Which one?', question: true });
  await client.call('print_review', { id: made.id });
  await nextPass(client, made);
  await expect.poll(() => sql(service, 'SELECT 1 FROM delivery_attempt')).toHaveLength(1);
  await review(client, { images: [{ image: 'https://example.invalid/a.png' }] });
  await oauthClient(service.url).connect();
  const [of, commit] = [{ repository: 'a/b', name: 'c', branch: 'main' }, 'a'.repeat(40)];
  const images = async (button: string) => [{ image: await pageImage(400, 300, button), label: 'Home' }];
  const baseline = await client.call('create_baseline', { ...of, commit, images: await images('#112233') });
  const noisy = await review(client, { images: await images('#ddeeff'), base: { ...of, commits: [{ commit }] } });
  await expect.poll(async () => (await client.call('get_review', { id: noisy.id })).base?.compared).toBe(true);
  const rule = { screenshot_index: 0, base_id: baseline.id, reason: 'A clock', days: 1 };
  await reviewerOf(noisy).call('mark_noise', rule);

  // The App's tables hold data of GitHub repositories and name no workspace.
  const ofTenants = (await foreignKeys()).filter(({ columns }) => columns.includes('workspace_id'));
  const keys = ofTenants.filter(({ parent }) => parent !== 'workspace');
  expect(keys.length).toBeGreaterThan(10);
  for (const { child, parent, columns } of keys) {
    const copy = `INSERT INTO ${child} SELECT (jsonb_populate_record(row, $1::text::jsonb)).* FROM ${child} row
                  WHERE (${columns}) IS NOT NULL LIMIT 1`;
    const changed = JSON.stringify({
      ...unique,
      ...(child === 'shot' ? { position: 39 } : {}),
      ...(child === 'noise_rule' ? { label: 'another' } : {}),
      workspace_id: other.workspaceId,
    });
    await expect(sql(service, copy, [changed]), `${child} of ${parent}`).rejects.toMatchObject({ code: '23503' });
  }
  console.log(`${keys.length} foreign keys: each refuses a parent of another workspace`);
});
