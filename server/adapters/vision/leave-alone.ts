/** So many questions in a row, whoever asked them, and the provider is down rather than unlucky. */
const MOST_IN_A_ROW = 4;
const REST_MS = 60_000;

/** Whether a provider that does not answer is to be left alone, so that nobody's rules wait for what does not come. */
export function createRest(now: () => number) {
  let inARow = 0;
  let until = 0;
  return {
    isOn: (): boolean => now() < until,
    /** An answer of any kind, or none. The first one after a rest that fails begins the next. */
    tell(answered: boolean): void {
      inARow = answered ? 0 : inARow + 1;
      if (inARow >= MOST_IN_A_ROW) until = now() + REST_MS;
    },
  };
}
