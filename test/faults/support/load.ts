import { randomUUID } from 'node:crypto';
import { type Client, createClient, type Input, ServiceError } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { mark } from '../../support/factories.ts';
import { onPage } from '../../support/on-page.ts';
import { type Ground, until } from './ground.ts';
import { reportOnce } from './report.ts';
import { mail, makeImage, pdf } from './sources.ts';

/** What the service acknowledged. */
export interface Acknowledged {
  workspaces: { token: string; id: string }[];
  reviews: { id: string; token: string; key: string; input: Input<'create_review'> }[];
  marks: { reviewId: string; clientMarkId: string; body: string }[];
  decisions: { reviewId: string; number: number; outcome: string }[];
  resolutions: { reviewId: string; markId: number; note: string }[];
  verifications: { reviewId: string; markId: number }[];
  /** Suggestions that became marks. */
  acceptances: { reviewId: string; body: string }[];
}

/** What a patient client needs. */
export interface Worker {
  acknowledged: Acknowledged;
  connect(more: { bearer?: string; link?: string }): Client;
  reviewerOf(of: { review_url: string }): Client;
  /** Calls until the service accepts; null when the load has stopped, or on a conflict (409). */
  insist<Answer>(work: () => Promise<Answer>): Promise<Answer | null>;
  hasEnded(): boolean;
}

/** What one kind of client repeats in a workspace of its own, from beginning to end. */
export type Journey = (worker: Worker, own: { token: string; client: Client }, turn: number) => Promise<void>;

export interface Load {
  acknowledged: Acknowledged;
  /** The number of answers by status, without successes; 0 is no answer. */
  refusals: Map<number, number>;
  /** The errors of calls without an answer. */
  silences: Set<string>;
  /** Answers that revealed something internal. */
  leaks: string[];
  /** Answers of 500, and of 503 without a `Retry-After`. */
  unfit: string[];
  /** The number of acknowledged writes. */
  count(): number;
  /** Throws the error that ended one of the clients early. */
  check(): void;
  stop(): Promise<void>;
}

const INSIDE = /prisma|postgres|ECONN|ENOSPC|EFBIG|\bat .*\.ts:|SELECT|INSERT|errno/i;
/** The pause before a retry; the second value is for rate-limited calls. */
const [AGAIN_MS, TOO_OFTEN_MS] = [100, 1000];
/** The limit of creates is per workspace and minute. */
const REVIEWS_A_WORKSPACE = 25;

interface LoadOptions {
  more?: Journey[];
  pauseMs?: number;
  captures?: boolean;
  ask?: typeof fetch;
}

/**
 * Starts clients that create, mark, decide, resolve, open the next pass and verify until they are stopped, with a pause
 * of `pauseMs` between two reviews. Unless `captures` is false, one more client repeatedly has a page captured. `more`
 * are clients of other kinds. `ask` sends their requests.
 */
export function startLoad(
  { url, receiverUrl, pageUrl }: Pick<Ground, 'url' | 'receiverUrl' | 'pageUrl'>,
  clients: number,
  { more = [], pauseMs = 0, captures = true, ask = fetch }: LoadOptions = {},
): Load {
  const acknowledged: Acknowledged = {
    workspaces: [],
    reviews: [],
    marks: [],
    decisions: [],
    resolutions: [],
    verifications: [],
    acceptances: [],
  };
  const refusals = new Map<number, number>();
  const silences = new Set<string>();
  const leaks: string[] = [];
  const unfit: string[] = [];
  let stopped = false;

  /** Inspects every answer on its way. */
  const send: typeof fetch = async (...request) => {
    const answer = await ask(...request);
    if (answer.status === 500 || (answer.status === 503 && !answer.headers.has('retry-after'))) {
      unfit.push(`${answer.status} ${await answer.clone().text()}`);
    }
    return answer;
  };
  const connect = (more: { bearer?: string; link?: string }) => createClient({ baseUrl: url, fetch: send, ...more });
  const reviewerOf = (of: { review_url: string }) => onPage(url, of.review_url.split('/r/')[1] ?? '', send);

  /** Calls until the service accepts, as a patient client does; null when the load has stopped. */
  async function insist<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        refusals.set(error.status, (refusals.get(error.status) ?? 0) + 1);
        if (error.status === 0) silences.add(error.message);
        if (INSIDE.test(JSON.stringify(error.body))) leaks.push(JSON.stringify(error.body));
        if (error.status !== 0 && error.status < 500 && error.status !== 429 && error.status !== 409) throw error;
        // A conflict after a crash: the write was made, but its answer was lost.
        if (error.status === 409 || stopped) return null;
        await new Promise((again) => setTimeout(again, error.status === 429 ? TOO_OFTEN_MS : AGAIN_MS));
      }
    }
  }

  async function create(client: Client, token: string, input: Input<'create_review'>): Promise<Review | null> {
    const key = randomUUID();
    const made = await insist(() => client.call('create_review', input, { idempotencyKey: key }));
    if (made !== null) acknowledged.reviews.push({ id: made.id, token, key, input });
    return made;
  }

  /** Places a mark and decides. @returns the mark’s id when changes were requested */
  async function look(made: Review, key: string, outcome: 'approved' | 'changes_requested'): Promise<number | null> {
    const reviewer = reviewerOf(made);
    const wanted = mark({ body: `Look ${key}` });
    const marked = await insist(() => reviewer.call('place_mark', wanted));
    if (marked === null) return null;
    acknowledged.marks.push({ reviewId: made.id, clientMarkId: wanted.client_mark_id, body: wanted.body });
    const decided = await insist(() => reviewer.call('decide', { outcome, after_decision: 0, note: 'Seen' }));
    if (decided === null) return null;
    acknowledged.decisions.push({ reviewId: made.id, number: decided.review.decision?.number ?? 0, outcome });
    return outcome === 'changes_requested' ? (marked.review.marks.at(-1)?.id ?? null) : null;
  }

  async function journey(client: Client, token: string, turn: number): Promise<void> {
    const key = randomUUID();
    const source = turn === 4 ? { pdf: pdf() } : turn === 9 ? { html: mail(key) } : { images: [await makeImage(key)] };
    const made = await create(client, token, { title: `Under load ${key}`, webhook_url: receiverUrl, ...source });
    if (made === null || made.status === 'preparing') return;
    const markId = await look(made, key, turn % 2 === 0 ? 'changes_requested' : 'approved');
    if (markId === null) return;
    const note = `Done ${key}`;
    const reported = await insist(reportOnce(client, made.id, { id: markId, status: 'resolved', note }));
    if (reported === true) acknowledged.resolutions.push({ reviewId: made.id, markId, note });
    const images = [await makeImage(key, 'second')];
    const next = await create(client, token, { title: `Second pass ${key}`, images, parent_id: made.id });
    if (next === null) return;
    const verified = await insist(() => reviewerOf(next).call('verify_mark', { mark_id: markId }));
    if (verified !== null) acknowledged.verifications.push({ reviewId: next.id, markId });
  }

  /** Reviews a page, requests changes, and reviews it again as the next pass. */
  async function captureJourney(client: Client, token: string): Promise<void> {
    const key = randomUUID();
    const source = { capture_url: true, page_url: pageUrl, webhook_url: receiverUrl };
    let parent: Review | null = null;
    for (const title of [`A page ${key}`, `The page again ${key}`]) {
      const more = parent === null ? {} : { parent_id: parent.id };
      const made: Review | null = await create(client, token, { title, ...source, ...more });
      if (made === null) return;
      let now: Review | null = made;
      while (now?.status === 'preparing' && !stopped) {
        await new Promise((again) => setTimeout(again, 100));
        now = await insist(() => client.call('get_review', { id: made.id }));
      }
      if (now?.status !== 'open') return;
      await look(now, `${key} ${title}`, parent === null ? 'changes_requested' : 'approved');
      parent = now;
    }
  }

  const worker: Worker = { acknowledged, connect, reviewerOf, insist, hasEnded: () => stopped };

  async function work(one: (client: Client, token: string, turn: number) => Promise<void>): Promise<void> {
    while (!stopped) {
      const own = await insist(() => connect({}).call('create_try_token', {}));
      if (own === null) return;
      acknowledged.workspaces.push({ token: own.token, id: own.workspace_id });
      const client = connect({ bearer: own.token });
      for (let turn = 0; turn < REVIEWS_A_WORKSPACE / 2 && !stopped; turn += 1) {
        await one(client, own.token, turn).catch((error: unknown) => {
          // A step done before the crash cannot be repeated: its answer was lost, not the write.
          if (!(error instanceof ServiceError && error.status === 422)) throw error;
        });
        if (pauseMs > 0 && !stopped) await new Promise((again) => setTimeout(again, pauseMs));
      }
    }
  }

  const all = Promise.all([
    ...Array.from({ length: clients }, () => work(journey)),
    ...(captures ? [work(captureJourney)] : []),
    ...more.map((each) => work((client, token, turn) => each(worker, { client, token }, turn))),
  ]);
  let failure: { error: unknown } | null = null;
  all.catch((error: unknown) => {
    failure = { error };
  });
  return {
    acknowledged,
    refusals,
    silences,
    leaks,
    unfit,
    count: () =>
      Object.values(acknowledged).reduce((sum: number, each: unknown[]) => sum + each.length, 0) -
      acknowledged.workspaces.length,
    check() {
      if (failure !== null) throw failure.error;
    },
    async stop() {
      stopped = true;
      await all;
    },
  };
}

export const refusedInWords = ({ refusals }: Pick<Load, 'refusals'>): string =>
  [...refusals].map(([status, times]) => `${times} × ${status}`).join(', ') || 'none';

/** Long enough for any number of processes on a shared machine of two cores. */
const MAX_PATIENCE_MS = 300_000;

/** Waits until this many more writes have been acknowledged. */
export async function progress(load: Load, writes: number): Promise<void> {
  const goal = load.count() + writes;
  const reached = async (): Promise<boolean> => {
    load.check();
    return load.count() >= goal;
  };
  try {
    await until(reached, `${writes} more writes are acknowledged`, MAX_PATIENCE_MS);
  } catch (cause) {
    throw new Error(`${String(cause)} (refused so far: ${refusedInWords(load)})`, { cause });
  }
}
