/** Returns the code of an error rather than its message, which may quote an address or a row. */
export const faultCode = (cause: unknown): string =>
  cause instanceof Error ? String((cause as NodeJS.ErrnoException).code ?? cause.name) : typeof cause;
