/** Returns the calendar month (UTC) that pays, as `YYYY-MM`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 7);

/** Returns when the next month's credits arrive. */
export const refillsAt = (now: Date): Date => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
