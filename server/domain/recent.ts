/** How many of the latest results are kept. */
const MOST = 200;

interface Entry<Value> {
  from: string;
  at: Date;
  until: Date | null;
  value: Value;
}

/**
 * Keeps results that follow from a text and the clock alone, such as a review from its rows: the same text gives the
 * same object, made once. Never stale: the text is read anew each time, and decides.
 */
export class Recent<Value extends object> {
  readonly #entries = new Map<string, Entry<Value>>();

  /** `make` says until when its result holds while the text stays the same; null for ever. */
  get(key: string, from: string, now: Date, make: () => { value: Value; until: Date | null }): Value {
    const known = this.#entries.get(key);
    if (known?.from === from && known.at <= now && (known.until === null || now < known.until)) return known.value;
    const { value, until } = make();
    this.#entries.delete(key);
    this.#entries.set(key, { from, at: now, until, value });
    if (this.#entries.size > MOST) this.#entries.delete(this.#entries.keys().next().value ?? key);
    return value;
  }
}
