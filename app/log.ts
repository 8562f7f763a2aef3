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

/** What may be said of an error: its message and status, not the request that it carries. */
export function describeError(error: unknown): { error: string; status?: number } {
  if (!(error instanceof Error)) return { error: 'unknown' };
  const status = 'status' in error && typeof error.status === 'number' ? { status: error.status } : {};
  return { error: error.message.slice(0, 500), ...status };
}
