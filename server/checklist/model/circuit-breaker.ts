/** After this many failures in a row, across workspaces, the provider counts as down. */
const MAX_IN_A_ROW = 4;
const PAUSE_MS = 60_000;

/** Decides when to stop asking a provider that does not answer, so that checks do not wait for it. */
export function createCircuitBreaker(now: () => number) {
  let inARow = 0;
  let until = 0;
  return {
    isOpen: (): boolean => now() < until,
    /** Records whether the provider answered. If the first question after a pause fails, the next pause begins. */
    report(answered: boolean): void {
      inARow = answered ? 0 : inARow + 1;
      if (inARow >= MAX_IN_A_ROW) until = now() + PAUSE_MS;
    },
  };
}
