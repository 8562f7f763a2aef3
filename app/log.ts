const levels = ['debug', 'info', 'warn', 'error'] as const;
type Level = (typeof levels)[number];

/** One JSON line an entry on standard output. Give it ids and words, never a body, a header or a link. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

export function createLog(level: Level): Log {
  const write =
    (at: Level) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      if (levels.indexOf(at) < levels.indexOf(level)) return;
      const entry = { time: new Date().toISOString(), level: at, name: 'sightline-app', message, ...fields };
      process.stdout.write(`${JSON.stringify(entry)}\n`);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/** What looks like a link's secret, a token or a key; commits are shorter. */
const SECRET = /\b(?:gh[a-z]_\w{16,}|[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}|[A-Za-z0-9_-]{41,})/g;
const AN_ADDRESS = /\b([a-z][a-z+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/gi;

/**
 * What may be said of an error: its message and status, not the request that it carries, nor what it quotes of one. A
 * database quotes the row that it refuses: of its errors only the code is told.
 */
export function describeError(error: unknown): { error: string; status?: number } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const status = 'status' in error && typeof error.status === 'number' ? { status: error.status } : {};
  if ('severity' in error) return { error: `The database refused a statement (${Reflect.get(error, 'code')})` };
  return { error: error.message.replace(AN_ADDRESS, '$1$2/…').replace(SECRET, '…').slice(0, 500), ...status };
}
