/** What kind of fault it was; its message may quote an address or a row. */
export const faultCode = (cause: unknown): string =>
  cause instanceof Error ? String((cause as NodeJS.ErrnoException).code ?? cause.name) : typeof cause;
