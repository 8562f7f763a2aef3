import pg from 'pg';
import type { Log, Signals } from '../../domain/ports.ts';
import { faultCode } from '../postgres/fault-code.ts';

type Topic = Parameters<Signals['listen']>[0];
type Listener = Parameters<Signals['listen']>[1];

const channels = { change: 'sightline_change', delivery: 'sightline_delivery' } as const satisfies Record<
  Topic,
  string
>;
const topics = new Map<string, Topic>([
  [channels.change, 'change'],
  [channels.delivery, 'delivery'],
]);
/** The longest pause between two attempts to reconnect. */
const MAX_PAUSE_MS = 5_000;
/** The interval of a test query, and the time it may take: it detects a connection that was lost without an error. */
const ASK_MS = 15_000;

export interface SignalConnection extends Signals {
  close(): Promise<void>;
}

const newClient = (connectionString: string): pg.Client =>
  new pg.Client({
    connectionString,
    application_name: 'sightline-signals',
    connectionTimeoutMillis: 5_000,
    query_timeout: ASK_MS,
    keepAlive: true,
  });

/** Closes a connection and ignores its last errors. */
async function end(connection: pg.Client): Promise<void> {
  connection.removeAllListeners();
  connection.on('error', () => {});
  await connection.end().catch(() => {});
}

/** Creates the signals on their own connection, which opens for the first listener and reconnects when it is lost. */
export function createSignals(databaseUrl: string, log: Log): SignalConnection {
  const listeners: Record<Topic, Set<Listener>> = { change: new Set(), delivery: new Set() };
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  const notify = (topic: Topic, subject: string | null): void => {
    for (const listener of listeners[topic]) listener(subject);
  };

  function lose(lost: pg.Client, cause: unknown): void {
    if (client !== lost) return;
    client = null;
    void end(lost);
    if (closed) return;
    if (failures === 0) log.warn({ code: faultCode(cause) }, 'signals: the connection was lost');
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(connect, Math.min(MAX_PAUSE_MS, 100 * 2 ** Math.min(failures, 6)));
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

  function connect(): void {
    const current = newClient(databaseUrl);
    client = current;
    current.on('error', (error) => lose(current, error));
    current.on('end', () => lose(current, new Error('The connection ended')));
    current.on('notification', ({ channel, payload }) => {
      const topic = topics.get(channel);
      if (topic !== undefined) notify(topic, payload ?? '');
    });
    current
      .connect()
      .then(() => current.query(`LISTEN ${channels.change}; LISTEN ${channels.delivery}`))
      .then(
        () => {
          if (client !== current) return;
          failures = 0;
          notify('change', null);
          notify('delivery', null);
          watch(current);
        },
        (error: unknown) => lose(current, error),
      );
  }

  return {
    listen(topic, listener) {
      // Wrapped in a new function, because the same listener may be added twice.
      const own: Listener = (subject) => listener(subject);
      listeners[topic].add(own);
      if (client === null && failures === 0 && !closed) connect();
      return () => listeners[topic].delete(own);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      if (last !== null) await end(last);
    },
  };
}
