/** How many of the latest results are kept. */
const MAX_ENTRIES = 200;

interface Entry<Value> {
  versions: string;
  at: Date;
  until: Date | null;
  value: Value;
}

/**
 * Keeps results that follow from rows and the clock alone, such as a review as it is shown. Never stale: the versions
 * of the rows are read anew each time, and only a result of the very same is found.
 */
export class Recent<Value extends object> {
  readonly #entries = new Map<string, Entry<Value>>();

  find(key: string, versions: string, now: Date): Value | null {
    const known = this.#entries.get(key);
    if (known === undefined || known.versions !== versions || now < known.at) return null;
    return known.until === null || now < known.until ? known.value : null;
  }

  /** `until`: when the clock alone makes another result of the same rows; null for never. */
  keep(key: string, versions: string, at: Date, until: Date | null, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { versions, at, until, value });
    if (this.#entries.size > MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value ?? key);
  }
}
