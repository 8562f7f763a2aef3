import pg from 'pg';
import type { Log, Signals, WatchedReview } from '../../domain/ports.ts';
import { faultCode } from '../postgres/fault-code.ts';
import { isPooled } from '../postgres/pooler.ts';
import { type ReadVersions, watchReviews } from './watch-reviews.ts';

type Topic = Parameters<Signals['listen']>[0];
type Heard = Parameters<Signals['listen']>[1];

const channels = { change: 'sightline_change', delivery: 'sightline_delivery' } as const satisfies Record<
  Topic,
  string
>;
const topics = new Map<string, Topic>([
  [channels.change, 'change'],
  [channels.delivery, 'delivery'],
]);
/** Between two tries to come back, at most. */
const MOST_PAUSE_MS = 5_000;
/** A connection that died without a word is noticed by a question, asked so often, that nobody answers for as long. */
const ASK_MS = 15_000;

export interface SignalConnection extends Signals {
  close(): Promise<void>;
}

/**
 * One connection of its own that listens as long as somebody wants to hear, and comes back when it is lost. Where it
 * finds a pooler, which lets nobody listen, it looks at what is watched instead, by `readVersions`; of deliveries it then
 * tells nothing.
 */
export function createSignals(databaseUrl: string, log: Log, readVersions: ReadVersions): SignalConnection {
  const listeners: Record<Topic, Map<Heard, WatchedReview | null>> = { change: new Map(), delivery: new Map() };
  let endWatching: (() => void) | null = null;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const tell = (topic: Topic, subject: string | null): void => {
    for (const heard of listeners[topic].keys()) heard(subject);
  };

  function lose(lost: pg.Client, cause: unknown): void {
    if (client !== lost) return;
    client = null;
    lost.removeAllListeners();
    // What it still says on its way down is no news.
    lost.on('error', () => {});
    void lost.end().catch(() => {});
    if (closed) return;
    if (failures === 0) log.warn({ code: faultCode(cause) }, 'signals: the connection was lost');
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, Math.min(MOST_PAUSE_MS, 100 * 2 ** Math.min(failures, 6)));
    timer.unref();
  }

  function watch(current: pg.Client): void {
    timer = setTimeout(() => {
      current.query('SELECT 1').then(
        () => {
          if (client === current) watch(current);
        },
        (error: unknown) => lose(current, error),
      );
    }, ASK_MS);
    timer.unref();
  }

  /** Gives up the connection, for good. */
  function lookInstead(found: pg.Client): void {
    if (client !== found) return;
    client = null;
    found.removeAllListeners();
    found.on('error', () => {});
    void found.end().catch(() => {});
    if (closed) return;
    log.info({}, 'signals: behind a connection pooler changes are looked for, not heard');
    endWatching = watchReviews(
      () => [...listeners.change.values()].filter((review) => review !== null),
      readVersions,
      (reviewId) => tell('change', reviewId),
      (error) => log.warn({ code: faultCode(error) }, 'signals: what is watched could not be read'),
    );
  }

  function connect(): void {
    const current = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'sightline-signals',
      connectionTimeoutMillis: 5_000,
      query_timeout: ASK_MS,
      keepAlive: true,
    });
    client = current;
    current.on('error', (error) => lose(current, error));
    current.on('end', () => lose(current, new Error('The connection ended')));
    current.on('notification', ({ channel, payload }) => {
      const topic = topics.get(channel);
      if (topic !== undefined) tell(topic, payload ?? '');
    });
    current
      .connect()
      .then(() => isPooled(current))
      .then(async (pooled) => {
        if (pooled) lookInstead(current);
        else await current.query(`LISTEN ${channels.change}; LISTEN ${channels.delivery}`);
      })
      .then(
        () => {
          if (client !== current) return;
          failures = 0;
          tell('change', null);
          tell('delivery', null);
          watch(current);
        },
        (error: unknown) => lose(current, error),
      );
  }

  return {
    listen(topic, heard, review) {
      // A function of its own for each: the same one may listen twice.
      const own: Heard = (subject) => heard(subject);
      listeners[topic].set(own, review ?? null);
      if (client === null && failures === 0 && endWatching === null && !closed) connect();
      return () => listeners[topic].delete(own);
    },
    async close() {
      closed = true;
      endWatching?.();
      clearTimeout(timer);
      const last = client;
      client = null;
      last?.removeAllListeners();
      last?.on('error', () => {});
      await last?.end().catch(() => {});
    },
  };
}
