import { createHash, randomUUID } from 'node:crypto';
import { type Client, createClient, type Input, ServiceError } from '../../../server/contract/client.ts';
import { base64, mark } from '../../support/factories.ts';
import { until } from './ground.ts';

/** What the service said yes to. */
export interface Acknowledged {
  workspaces: { token: string; id: string }[];
  reviews: { id: string; token: string; key: string; input: Input<'create_review'> }[];
  marks: { reviewId: string; clientMarkId: string; body: string }[];
  decisions: { reviewId: string; number: number; outcome: string }[];
  resolutions: { reviewId: string; markId: number; note: string }[];
}

export interface Load {
  acknowledged: Acknowledged;
  /** How often each status was answered that was no success; 0 is no answer. */
  refusals: Map<number, number>;
  /** Answers that showed something of the inside. */
  leaks: string[];
  /** How many writes were acknowledged. */
  count(): number;
  stop(): Promise<void>;
}

const INSIDE = /prisma|postgres|ECONN|ENOSPC|EFBIG|\bat .*\.ts:|SELECT|INSERT|errno/i;
/** The limit of creates is per workspace and minute. */
const REVIEWS_A_WORKSPACE = 25;

/** A PDF of one page with a grey box. */
export function pdf(): string {
  const content = '0.5 g 20 20 100 60 re f';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 120]/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 5\n0000000000 65535 f \n${rows}trailer<</Size 5/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text).toString('base64');
}

/** Clients that create, mark, decide and resolve without pause, as long as they are let. */
export function startLoad(url: string, receiverUrl: string, clients: number): Load {
  const acknowledged: Acknowledged = { workspaces: [], reviews: [], marks: [], decisions: [], resolutions: [] };
  const refusals = new Map<number, number>();
  const leaks: string[] = [];
  let stopped = false;

  /** Calls until the service says yes, as a client with patience would; null when the load has ended meanwhile. */
  async function insist<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        refusals.set(error.status, (refusals.get(error.status) ?? 0) + 1);
        if (INSIDE.test(JSON.stringify(error.body))) leaks.push(JSON.stringify(error.body));
        if (error.status !== 0 && error.status < 500 && error.status !== 429 && error.status !== 409) throw error;
        // A conflict after a crash: the write was made, its answer was not heard.
        if (error.status === 409 || stopped) return null;
        await new Promise((again) => setTimeout(again, 30));
      }
    }
  }

  async function journey(client: Client, token: string, turn: number): Promise<void> {
    const key = randomUUID();
    const colour = `#${createHash('sha256').update(key).digest('hex').slice(0, 6)}`;
    const source = turn % 5 === 4 ? { pdf: pdf() } : { images: [{ image: await base64(colour), label: 'Home' }] };
    const input = { title: `Under load ${key}`, webhook_url: receiverUrl, ...source };
    const made = await insist(() => client.call('create_review', input, { idempotencyKey: key }));
    if (made === null) return;
    acknowledged.reviews.push({ id: made.id, token, key, input });
    const reviewer = createClient({ baseUrl: url, link: made.review_url.split('/r/')[1] ?? '' });
    if (made.status === 'preparing') return;
    const wanted = mark({ body: `Look ${key}` });
    const marked = await insist(() => reviewer.call('place_mark', wanted));
    if (marked === null) return;
    acknowledged.marks.push({ reviewId: made.id, clientMarkId: wanted.client_mark_id, body: wanted.body });
    const outcome = turn % 2 === 0 ? 'changes_requested' : 'approved';
    const decided = await insist(() => reviewer.call('decide', { outcome, after_decision: 0, note: 'Seen' }));
    if (decided === null) return;
    acknowledged.decisions.push({ reviewId: made.id, number: decided.review.decision?.number ?? 0, outcome });
    const markId = marked.review.marks[0]?.id;
    if (outcome !== 'changes_requested' || markId === undefined) return;
    const note = `Done ${key}`;
    const marks = [{ id: markId, status: 'resolved' as const, note }];
    const resolved = await insist(() => client.call('resolve_marks', { id: made.id, marks }));
    if (resolved?.updated === 1) acknowledged.resolutions.push({ reviewId: made.id, markId, note });
  }

  async function work(): Promise<void> {
    while (!stopped) {
      const own = await insist(() => createClient({ baseUrl: url }).call('create_try_token', {}));
      if (own === null) return;
      acknowledged.workspaces.push({ token: own.token, id: own.workspace_id });
      const client = createClient({ baseUrl: url, bearer: own.token });
      for (let turn = 0; turn < REVIEWS_A_WORKSPACE && !stopped; turn += 1) {
        await journey(client, own.token, turn).catch((error: unknown) => {
          // What had been done before the crash cannot be done twice: its answer was lost, not the write.
          if (!(error instanceof ServiceError && error.status === 422)) throw error;
        });
      }
    }
  }

  const all = Promise.all(Array.from({ length: clients }, work));
  all.catch(() => {});
  return {
    acknowledged,
    refusals,
    leaks,
    count: () =>
      Object.values(acknowledged).reduce((sum: number, each: unknown[]) => sum + each.length, 0) -
      acknowledged.workspaces.length,
    async stop() {
      stopped = true;
      await all;
    },
  };
}

/** Waits until the load has had so many more writes acknowledged. */
export async function progress(load: Load, writes: number): Promise<void> {
  const goal = load.count() + writes;
  await until(async () => load.count() >= goal, `${writes} more writes are acknowledged`);
}
