/** How many of the latest results are kept. */
const MAX_ENTRIES = 200;

interface Entry<Value> {
  versions: string;
  at: Date;
  until: Date | null;
  value: Value;
}

/**
 * Keeps results that depend only on rows and the clock, such as a review as it is shown. Never returns a stale result:
 * the versions of the rows are read each time, and only a result of exactly these versions is found.
 */
export class Recent<Value extends object> {
  readonly #entries = new Map<string, Entry<Value>>();

  find(key: string, versions: string, now: Date): Value | null {
    const known = this.#entries.get(key);
    if (known === undefined || known.versions !== versions || now < known.at) return null;
    return known.until === null || now < known.until ? known.value : null;
  }

  /** `until`: when the clock alone changes the result for the same rows; null for never. */
  keep(key: string, versions: string, at: Date, until: Date | null, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { versions, at, until, value });
    if (this.#entries.size > MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value ?? key);
  }
}
