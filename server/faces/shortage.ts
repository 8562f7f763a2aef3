/** What the machine lacks for the moment: words for the caller, and for the log of whoever runs the service. */
export interface Shortage {
  message: string;
  advice: string;
}

const full: Shortage = {
  message:
    'Nothing was stored: this service has no room left on its disk. Whoever runs it has to make some; then repeat.',
  advice: 'no room for pictures and documents: make room where DATA_DIR lies, or raise the quota or file size limit',
};
const unreachable: Shortage = {
  message: 'The service cannot reach its data at the moment. Repeat the request in a few seconds.',
  advice: 'the database does not answer: the next request connects anew',
};

const shortages: Readonly<Record<string, Shortage>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  '57P01': unreachable,
  '57P02': unreachable,
  '57P03': unreachable,
  '08006': unreachable,
  P1001: unreachable,
  P1017: unreachable,
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Finds the shortage behind an error, however deep libraries have wrapped it; null when it is something else. */
export function shortageOf(error: unknown, depth = 0): Shortage | null {
  if (typeof error !== 'object' || error === null || depth > 6) return null;
  for (const name of ['code', 'originalCode']) {
    const code = fieldOf(error, name);
    const found = typeof code === 'string' ? shortages[code] : undefined;
    if (found !== undefined) return found;
  }
  // pg's own words for a connection that ended under a query; it gives them no code.
  if (error instanceof Error && error.message.startsWith('Connection terminated')) return unreachable;
  return (
    shortageOf(fieldOf(error, 'cause'), depth + 1) ??
    shortageOf(fieldOf(fieldOf(error, 'meta'), 'driverAdapterError'), depth + 1)
  );
}
