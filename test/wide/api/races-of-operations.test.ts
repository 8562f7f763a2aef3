import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../../server/contract/client.ts';
import { moreTokens } from '../../api/contract/support/tokens.ts';
import { forgetLimits, sql } from '../../api/support/sql.ts';
import { base64, review } from '../../support/factories.ts';
import { startProcesses } from '../../support/processes.ts';

const WEBS = 4;
const processes = await startProcesses(WEBS, { CREDITS_PER_MONTH: '300', COST_IMAGES: '3' });
const image = await base64();

const urlOf = (at: number): string => processes.webs[at % WEBS]?.url ?? '';

async function newWorkspace(): Promise<{ token: string; workspaceId: string }> {
  const made = await createClient({ baseUrl: urlOf(0) }).call('create_try_token', {});
  return { token: made.token, workspaceId: made.workspace_id };
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
  /** Seconds; NaN when the answer has no such header. */
  retryAfter: number;
}

async function send(
  at: number,
  method: string,
  path: string,
  token: string,
  body?: object,
  more = {},
): Promise<Answer> {
  const answer = await fetch(urlOf(at) + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const retryAfter = Number(answer.headers.get('retry-after') ?? 'none');
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown>, retryAfter };
}

/** Sends a request with an idempotency key, and repeats it after the stated time as long as the answer is 503. */
async function insist(
  at: number,
  path: string,
  token: string,
  body: object,
  key = `of ${at}`,
): Promise<Answer & { busy: number }> {
  for (let busy = 0; ; busy += 1) {
    const answer = await send(at, 'POST', path, token, body, { 'idempotency-key': key });
    if (answer.status !== 503) return { ...answer, busy };
    expect(answer.retryAfter).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, answer.retryAfter * 1000));
  }
}

function count(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('400 concurrent creates on 4 processes make exactly the reviews that 300 credits pay for', async () => {
  const { workspaceId, token } = await newWorkspace();
  // A busy machine may answer 503; the limit of 30 a minute for each token leaves room to repeat.
  const tokens = await moreTokens(processes, workspaceId, 80);
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, at) =>
      insist(at, '/api/reviews', tokens[at % tokens.length] ?? '', { title: `Race ${at}`, images: [image] }),
    ),
  );
  const busy = answers.reduce((sum, answer) => sum + answer.busy, 0);
  const [stored] = await sql<{ reviews: number; spent: number }>(
    processes,
    `SELECT (SELECT count(*)::int FROM review WHERE workspace_id = $1) AS reviews,
            (SELECT sum(spent)::int FROM credit_month WHERE workspace_id = $1) AS spent`,
    [workspaceId],
  );
  console.log(
    `credits race: 400 creates on ${WEBS} processes → ${JSON.stringify(count(answers))}, ${stored?.reviews} reviews, ${stored?.spent} credits spent; ${busy} × 503 repeated`,
  );
  expect(count(answers)).toEqual({ 201: 100, 402: 300 });
  expect(stored).toEqual({ reviews: 100, spent: 300 });
  for (const { status, body } of answers) if (status === 402) expect(body).toMatchObject({ needed: 3, held: 0 });
  const { body } = await send(1, 'GET', '/api/billing', token);
  expect(body).toMatchObject({ credits: { left: 0, allowance: 300 } });
  // The images of refused creates were deleted as well. Of the others, those that came later share a file.
  const named = await sql<{ key: string }>(
    processes,
    'SELECT DISTINCT storage_key AS key FROM shot WHERE workspace_id = $1',
    [workspaceId],
  );
  const kept = await readdir(join(processes.dataDir, 'shots', workspaceId), { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile())).toHaveLength(named.length);
});

test('20 idempotency keys × 10 repeats across the processes make exactly 20 reviews', async () => {
  const { workspaceId } = await newWorkspace();
  // Enough tokens that repeats stay below the rate limit.
  const tokens = await moreTokens(processes, workspaceId, 40);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) => {
      const key = `key-${at % 20}`;
      const body = { title: `Of ${key}`, images: [image] };
      return insist(
        at + Math.floor(at / 20),
        '/api/reviews',
        tokens[Math.floor(at / 20) * 4 + (at % 4)] ?? '',
        body,
        key,
      );
    }),
  );
  const ids = new Map<unknown, Set<unknown>>();
  for (const { body } of answers) ids.set(body.title, (ids.get(body.title) ?? new Set()).add(body.id));
  const { body } = await send(0, 'GET', '/api/billing', tokens[0] ?? '');
  console.log(
    `idempotency race: 20 keys × 10 repeats on ${WEBS} processes → ${JSON.stringify(count(answers))}, ${ids.size} titles`,
  );
  expect(count(answers)).toEqual({ 201: 200 });
  expect([...ids.values()].map((each) => each.size)).toEqual(Array(20).fill(1));
  expect(await sql(processes, 'SELECT 1 FROM review WHERE workspace_id = $1', [workspaceId])).toHaveLength(20);
  expect(body).toMatchObject({ credits: { left: 300 - 60 } });
});

test.each([
  ['POST', '/api/reviews', 30],
  ['POST', '/api/reviews/{id}/findings', 60],
  ['POST', '/api/reviews/{id}/screenshots', 60],
  ['POST', '/api/reviews/{id}/marks/resolve', 120],
  ['POST', '/api/reviews/{id}/second-opinion', 30],
  ['POST', '/mcp/sightline', 120],
] as const)('on 3 processes %s %s admits exactly its number a minute', async (method, path, limit) => {
  const { token } = await newWorkspace();
  const made = await review(createClient({ baseUrl: urlOf(0), bearer: token }));
  const body = path.startsWith('/mcp') ? { jsonrpc: '2.0', id: 1, method: 'ping' } : {};
  const address = path.replace('{id}', made.id);
  await forgetLimits(processes);
  const answers = await Promise.all(
    Array.from({ length: limit + 45 }, (_, at) => send(at % 3, method, address, token, body)),
  );
  const refused = answers.filter(({ status }) => status === 429).length;
  console.log(
    `limit race: ${method} ${path} ${answers.length} requests on 3 processes → ${answers.length - refused} allowed`,
  );
  expect(refused).toBe(45);
});

test('no process logged an unexpected error', () => {
  expect(processes.logged()).not.toContain('"msg":"unexpected"');
  expect(processes.webs.map(({ child }) => child.exitCode)).toEqual(Array(WEBS).fill(null));
});
