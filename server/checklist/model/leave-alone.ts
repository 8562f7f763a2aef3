/** After so many failures in a row, from any workspace, the provider is down rather than unlucky. */
const MAX_IN_A_ROW = 4;
const REST_MS = 60_000;

/** Decides whether to stop asking a provider that does not answer, so that no rules wait for what does not come. */
export function createRest(now: () => number) {
  let inARow = 0;
  let until = 0;
  return {
    isOn: (): boolean => now() < until,
    /** An answer of any kind, or none. The first one after a rest that fails begins the next. */
    report(answered: boolean): void {
      inARow = answered ? 0 : inARow + 1;
      if (inARow >= MAX_IN_A_ROW) until = now() + REST_MS;
    },
  };
}
