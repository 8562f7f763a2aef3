import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Review } from '../../../server/contract/review.ts';

/** The part of the service that the App reads, over real HTTP. */
export interface FakeService {
  url: string;
  /** What the link of this secret leads to from now on; undefined: nothing. */
  put(secret: string, review: Review | undefined, newest?: { id: string; pass: number; secret: string }): void;
  /** Answers 503 to every read until called with false. */
  setOutage(outage: boolean): void;
  /** How often a secret's review was read. */
  reads(secret: string): number;
  close(): Promise<void>;
}

export async function startFakeService(): Promise<FakeService> {
  const views = new Map<string, unknown>();
  const reads = new Map<string, number>();
  let down = false;
  const server = createServer((request, response) => {
    const secret = decodeURIComponent(/^\/r\/([^/]+)\/review$/.exec(request.url ?? '')?.[1] ?? '');
    reads.set(secret, (reads.get(secret) ?? 0) + 1);
    const view = views.get(secret);
    const status = down ? 503 : view === undefined ? 404 : 200;
    const body = status === 200 ? view : { error: status === 404 ? 'not_found' : 'unavailable', message: 'No.' };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
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
    setOutage(outage) {
      down = outage;
    },
    reads: (secret) => reads.get(secret) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
