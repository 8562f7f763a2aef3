import type { Review } from '../../../../server/contract/review.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { newSecret } from './review.ts';

/** The part of the service that the App reads, over HTTP. */
export interface FakeService {
  url: string;
  /** Sets what this secret leads to from now on; undefined: nothing. */
  put(secret: string, review: Review | undefined, newest?: { id: string; pass: number; secret: string }): void;
  /** Gives a review another secret, and returns it by the review's id. */
  replace(secret: string): Map<string, string>;
  /** Answers 503 to every read until called with false. */
  setOutage(outage: boolean): void;
  /** The status of the review that a secret leads to. */
  status(secret: string): Review['status'] | undefined;
  /** How often a secret's review was read. */
  reads(secret: string): number;
  close(): Promise<void>;
}

export async function startFakeService(): Promise<FakeService> {
  const views = new Map<string, { review: Review; [field: string]: unknown }>();
  const reads = new Map<string, number>();
  let down = false;
  const withdrawn = new Map<string, Review['status']>();
  const { origin: url, close } = await startHttpServer((request, response) => {
    const [, part = '', action] = /^\/r\/([^/]+)\/(review|withdraw|restore)$/.exec(request.url ?? '') ?? [];
    const secret = decodeURIComponent(part);
    if (action === 'review') reads.set(secret, (reads.get(secret) ?? 0) + 1);
    const view = views.get(secret);
    let status = down ? 503 : view === undefined ? 404 : 200;
    if (view !== undefined && status === 200 && action !== 'review') status = move(secret, view.review, action);
    const errors: Record<number, string> = { 404: 'not_found', 409: 'conflict', 503: 'unavailable' };
    const body = status === 200 ? view : { error: errors[status], message: 'No.' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  // Does what the service does when a review is withdrawn or restored by its link.
  function move(secret: string, review: Review, action: string | undefined): number {
    const before = withdrawn.get(secret);
    if (action === 'withdraw' && (review.status === 'open' || review.status === 'preparing')) {
      withdrawn.set(secret, review.status);
      review.status = 'cancelled';
      return 200;
    }
    if (action === 'restore' && review.status === 'cancelled' && before !== undefined) {
      review.status = before;
      return 200;
    }
    return 409;
  }
  return {
    url,
    close,
    put(secret, review, newest) {
      if (review === undefined) {
        views.delete(secret);
        return;
      }
      views.set(secret, {
        review: { ...review, review_url: `${url}/r/${secret}` },
        can: { mark: true, decide: true, change_mind: false, verify: true },
        read_only_reason: null,
        previous: null,
        newest:
          newest === undefined ? null : { id: newest.id, pass: newest.pass, review_url: `${url}/r/${newest.secret}` },
        expected_shots: 1,
      });
    },
    replace(secret) {
      const view = views.get(secret);
      if (view === undefined) return new Map();
      const next = newSecret();
      views.delete(secret);
      views.set(next, { ...view, review: { ...view.review, review_url: `${url}/r/${next}` } });
      return new Map([[view.review.id, next]]);
    },
    setOutage(outage) {
      down = outage;
    },
    status: (secret) => views.get(secret)?.review.status,
    reads: (secret) => reads.get(secret) ?? 0,
  };
}
