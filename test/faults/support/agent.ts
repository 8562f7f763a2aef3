import { randomUUID } from 'node:crypto';
import { type Client as McpClient, SdkHttpError } from '@modelcontextprotocol/client';
import { type Client, type Output, ServiceError } from '../../../server/contract/client.ts';
import type { Review } from '../../../server/contract/review.ts';
import { callTool, connectMcp } from '../../api/support/rest-and-mcp.ts';
import { mark, png } from '../../support/factories.ts';
import { type Ground, until } from './ground.ts';
import type { Journey, Worker } from './load.ts';
import { inShort, type Subscriber, subscribe } from './subscriber.ts';

/** The results of agents and of the pages beside them. */
export interface Heard {
  journeys: number;
  uploads: number;
  /** The number of waits that returned the decision, and decisions that no wait returned. */
  waits: number;
  unheard: string[];
  /** The number of pages, notifications and reconnections, and pages that missed the last state without a reload. */
  pages: number;
  told: number;
  returned: number;
  deaf: string[];
}

export const nothingHeard = (): Heard => ({
  ...{ journeys: 0, uploads: 0, waits: 0, unheard: [] },
  ...{ pages: 0, told: 0, returned: 0, deaf: [] },
});

const WAIT_SECONDS = 10;
/** Longer than a stopped replica needs to return on a busy machine. Until then its pages receive nothing. */
const CATCH_UP_MS = 300_000;

/** Runs a call. Errors other than the service’s count as a lost answer, and a rate limit as an answer. */
async function answered<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(error instanceof SdkHttpError ? error.status : 0, { message: String(error) });
  }
}

type Connected = <Answer>(work: (mcp: McpClient) => Promise<Answer>) => Promise<Answer | null>;

/** Opens a session for each call, as any number of agents do: it starts at one replica and may end at another. */
const inSession = (worker: Worker, url: string, token: string): Connected => {
  return (work) =>
    worker.insist(() =>
      answered(async () => {
        const mcp = await connectMcp(url, token);
        try {
          return await work(mcp);
        } finally {
          await mcp.close().catch(() => {});
        }
      }),
    );
};

type Waited = Output<'wait_for_decision'>;

/** Calls the tool repeatedly until there is a decision, as its description says. */
async function waitForDecision(worker: Worker, call: Connected, id: string): Promise<Waited | null> {
  for (;;) {
    const now = await call(async (mcp) => {
      const asked = { name: 'wait_for_decision', arguments: { id, seconds: WAIT_SECONDS } };
      const { structuredContent, isError } = await mcp.callTool(asked, { timeout: (WAIT_SECONDS + 110) * 1000 });
      // The database or the store is restarting, so the call is repeated.
      if (isError === true) throw new ServiceError(503, {});
      return structuredContent as Waited;
    });
    if (now === null || !now.waiting) return now;
    if (worker.hasEnded()) return null;
  }
}

async function upload(worker: Worker, call: Connected): Promise<string | null> {
  const made = await call((mcp) => callTool(mcp, 'create_upload', { paths: ['home.png'] }));
  const [one] = made?.uploads ?? [];
  if (one === undefined) return null;
  const bytes = new Uint8Array(await png());
  const sent = await worker.insist(() =>
    answered(async () => {
      const answer = await fetch(one.url, { method: 'PUT', body: bytes });
      // An earlier try stored the file, but its answer was lost.
      if (!answer.ok && answer.status !== 422) throw new ServiceError(answer.status, {});
      return true;
    }),
  );
  return sent === null ? null : one.source;
}

/** A guest suggests; the reviewer accepts it, places another mark, and requests changes. @returns that mark’s id */
async function lookTogether(worker: Worker, guest: Client, made: Review, key: string): Promise<number | null> {
  const { acknowledged, insist } = worker;
  const reviewer = worker.reviewerOf(made);
  const { must_fix: _, client_mark_id: __, ...place } = mark();
  const words = { body: `A guest’s ${key}`, client_suggestion_id: randomUUID() };
  const left = await insist(() => guest.call('suggest', { ...place, ...words }));
  if (left === null) return null;
  const taken = await insist(() => reviewer.call('accept_suggestion', { suggestion_id: left.suggestion.id }));
  if (taken !== null) acknowledged.acceptances.push({ reviewId: made.id, body: words.body });
  const wanted = mark({ body: `Look ${key}` });
  const marked = await insist(() => reviewer.call('place_mark', wanted));
  if (marked === null) return null;
  acknowledged.marks.push({ reviewId: made.id, clientMarkId: wanted.client_mark_id, body: wanted.body });
  const outcome = 'changes_requested' as const;
  const decided = await insist(() => reviewer.call('decide', { outcome, after_decision: 0, note: 'Seen' }));
  if (decided === null) return null;
  acknowledged.decisions.push({ reviewId: made.id, number: decided.review.decision?.number ?? 0, outcome });
  return marked.review.marks.at(-1)?.id ?? null;
}

/**
 * Returns the journey of an agent over MCP, from an uploaded file to the marks that it reports as resolved, while the
 * reviewer’s page is open at each of `bases`. Missing notifications are recorded in `heard`.
 */
export function agentJourney({ url, receiverUrl }: Ground, bases: readonly string[], heard: Heard): Journey {
  return async (worker, { token, client }) => {
    const { acknowledged, insist } = worker;
    const key = randomUUID();
    const call = inSession(worker, url, token);
    const source = await upload(worker, call);
    if (source === null) return;
    heard.uploads += 1;
    const input = { title: `An agent’s ${key}`, webhook_url: receiverUrl, images: [source] };
    const made = await call((mcp) => callTool(mcp, 'create_review', { ...input, client_request_id: key }));
    if (made === null) return;
    acknowledged.reviews.push({ id: made.id, token, key, input });
    const pages = bases.map((base) => subscribe(base, made.review_url));
    try {
      await followed(worker, call, { client, made, key, pages });
    } finally {
      for (const page of pages) {
        heard.pages += 1;
        heard.told += page.told();
        heard.returned += page.returned();
        page.close();
      }
    }
    heard.journeys += 1;

    async function followed(
      worker: Worker,
      call: Connected,
      { client, made, key, pages }: { client: Client; made: Review; key: string; pages: Subscriber[] },
    ): Promise<void> {
      const waiting = waitForDecision(worker, call, made.id);
      waiting.catch(() => {});
      const guest = worker.connect({ link: made.guest_share_url.split('/g/')[1] ?? '' });
      const markId = await lookTogether(worker, guest, made, key);
      if (markId === null) return;
      const waited = await waiting;
      if (waited?.status === 'changes_requested') heard.waits += 1;
      else if (waited !== null) heard.unheard.push(`${made.id} ${waited.status}`);
      const note = `Done ${key}`;
      const marks = [{ id: markId, status: 'resolved' as const, note }];
      const resolved = await call((mcp) => callTool(mcp, 'resolve_marks', { id: made.id, marks }));
      if (resolved !== null) acknowledged.resolutions.push({ reviewId: made.id, markId, note });
      const last = await insist(() => client.call('get_review', { id: made.id }));
      if (last === null) return;
      const shown = inShort(last);
      await until(async () => pages.every((page) => page.known() === shown), 'all pages show it', CATCH_UP_MS).catch(
        () => {
          for (const page of pages)
            if (page.known() !== shown) heard.deaf.push(`${made.id}: ${page.known()} not ${shown}`);
        },
      );
    }
  };
}
