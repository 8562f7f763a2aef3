import { createHash, randomUUID } from 'node:crypto';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';
import { newId, randomBase62 } from '../../../server/domain/ids.ts';
import { newBearer } from '../../../server/domain/token/rules.ts';
import { SECRET_KEY, type World } from './world.ts';

const secrets = createSecrets(SECRET_KEY);
const month = new Date().toISOString().slice(0, 7);

/** Creates a workspace with many tokens, because of the limits per token. */
export async function seedWorkspace(world: World, tokens: number): Promise<{ id: string; bearers: string[] }> {
  const id = newId(new Date());
  await world.pool.query('INSERT INTO workspace (id) VALUES ($1)', [id]);
  const bearers = Array.from({ length: tokens }, () => newBearer('slt_'));
  await world.pool.query(
    `INSERT INTO access_token (hash, workspace_id, kind, expires_at)
     SELECT hash, $1, 'try', now() + interval '1 day' FROM unnest($2::bytea[]) AS hash`,
    [id, bearers.map((bearer) => secrets.hash(bearer))],
  );
  return { id, bearers };
}

async function insert(world: World, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const values = names.map((_, at) => `$${at + 1}`);
  await world.pool.query(`INSERT INTO ${table} (${names}) VALUES (${values})`, Object.values(row));
}

/** Inserts a review as it is stored after changes were requested, or while it is open. */
export async function seedReview(
  world: World,
  workspace: string,
  { shots, marks, decided }: { shots: number; marks: number; decided: boolean },
): Promise<string> {
  const now = new Date();
  const id = newId(now);
  const tokens = { review: randomBase62(43), guest: randomBase62(43) };
  await insert(world, 'chain', { id, workspace_id: workspace, last_mark: marks });
  await insert(world, 'review', {
    id,
    workspace_id: workspace,
    chain_id: id,
    pass: 1,
    status: decided ? 'changes_requested' : 'open',
    title: 'The pricing page in its new colours',
    context: 'Look at the buttons and at the table on narrow screens.',
    type: 'ui',
    source: 'images',
    page_url: 'https://preview.example.com/pricing',
    reference: `github:123456:${Math.floor(Math.random() * 1000)}:visual`,
    revision: createHash('sha1').update(id).digest('hex'),
    review_token: secrets.encrypt(tokens.review, `review.review:${id}`),
    review_token_hash: secrets.hash(tokens.review),
    guest_token: secrets.encrypt(tokens.guest, `review.guest:${id}`),
    guest_token_hash: secrets.hash(tokens.guest),
    credits_spent: 1,
    credits_month: month,
    created_at: now,
    opened_at: now,
    expires_at: new Date(now.getTime() + 30 * 86_400_000),
  });
  const shotIds = Array.from({ length: shots }, () => newId(now));
  for (const [position, shot] of shotIds.entries()) {
    await insert(world, 'shot', {
      id: shot,
      workspace_id: workspace,
      review_id: id,
      position,
      label: `/pricing · ${position}`,
      capability: randomBase62(27),
      storage_key: `${workspace}/images/${shot}/image.png`,
      width: 1440,
      height: 4000,
      bytes: 500_000,
      sha256: createHash('sha256').update(shot).digest('hex'),
      viewport: JSON.stringify({ name: 'desktop', width: 1440, height: 900, scale: 1, mobile: false }),
      page_url: 'https://preview.example.com/pricing',
    });
  }
  for (let number = 1; number <= marks; number += 1) {
    await insert(world, 'mark', {
      chain_id: id,
      number,
      workspace_id: workspace,
      client_mark_id: randomUUID(),
      kind: 'box',
      body: `The button in row ${number} is too pale to be read on the light background`,
      must_fix: number % 2 === 0,
      status: number % 4 === 0 ? 'resolved' : 'open',
      author: 'Kim',
      pass: 1,
      created_at: now,
      updated_at: now,
    });
    await insert(world, 'mark_place', {
      review_id: id,
      number,
      workspace_id: workspace,
      chain_id: id,
      shot_id: shotIds[number % shots],
      x: 0.1,
      y: number / 40,
      width: 0.25,
      height: 0.05,
    });
  }
  if (decided) {
    await insert(world, 'decision', {
      id: newId(now),
      workspace_id: workspace,
      review_id: id,
      number: 1,
      outcome: 'changes_requested',
      note: 'Nearly there',
      decided_by: 'Kim',
      link: 'review',
      decided_at: now,
    });
  }
  return id;
}
