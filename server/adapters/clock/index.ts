import pg from 'pg';
import type { Log } from '../../domain/ports.ts';
import { faultCode } from '../postgres/fault-code.ts';

/** The interval between queries, and the pause after one that failed. */
const ASK_MS = 30_000;
const AGAIN_MS = 2_000;
/**
 * How far this machine's clock may differ from its elapsed time. A larger difference means that it was set or that the
 * machine slept.
 */
const MAX_DRIFT_MS = 500;
const ANSWER_MS = 5_000;

export interface SharedClock {
  now(): Date;
  close(): void;
}

/**
 * Follows the database's time, which is the same for every process of an installation. So everything expires for all of
 * them at the same time, whatever their machines' clocks say. Between two queries it advances by the time elapsed here.
 */
export async function followDatabase(databaseUrl: string, log: Log): Promise<SharedClock> {
  let known = { at: 0, passed: 0, system: 0 };
  let timer: NodeJS.Timeout | undefined;
  let asking = false;
  let failing = false;
  let closed = false;

  async function ask(): Promise<void> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const before = performance.now();
      const { rows } = await client.query<{ ms: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
      );
      const passed = performance.now();
      const at = (rows[0]?.ms ?? Date.now()) + (passed - before) / 2;
      known = { at, passed, system: Date.now() };
    } finally {
      await client.end().catch(() => {});
    }
  }

  function plan(inMs: number): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(askAgain, inMs);
    timer.unref();
  }

  function askAgain(): void {
    if (asking || closed) return;
    asking = true;
    ask()
      .then(
        () => {
          failing = false;
          plan(ASK_MS);
        },
        (error: unknown) => {
          if (!failing) log.warn({ code: faultCode(error) }, 'the time could not be asked of the database');
          failing = true;
          plan(AGAIN_MS);
        },
      )
      .finally(() => {
        asking = false;
      });
  }

  await ask();
  const apart = Math.round(Date.now() - known.at);
  if (Math.abs(apart) > 2_000) {
    log.warn({ milliseconds: apart }, 'the clock of this machine is not that of the database, which counts');
  }
  plan(ASK_MS);
  return {
    now() {
      const passed = performance.now() - known.passed;
      // Asks again when wall-clock time and elapsed time disagree.
      const moved = Date.now() - known.system - passed;
      if (Math.abs(moved) > MAX_DRIFT_MS && !failing) askAgain();
      return new Date(Math.round(known.at + passed));
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
