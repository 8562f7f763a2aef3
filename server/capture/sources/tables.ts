import type { PageSources } from '../../contract/page-sources.ts';

type Rule = PageSources['rules'][number];

const maxFiles = 1_000;

/** Collects what repeats in the sources of a page in tables. */
export class Tables {
  readonly #files = new Map<string, number>();
  readonly #names = new Map<string, number>();
  readonly #places = new Map<string, number>();
  readonly #lists = new Map<string, number>([['[]', 0]]);
  readonly #rules = new Map<string, number>();
  readonly #elements: PageSources['elements'] = [];

  /** Returns the index of a file; null when there are too many. */
  file(path: string): number | null {
    return Tables.#index(this.#files, path, maxFiles);
  }

  name(property: string): number | null {
    return Tables.#index(this.#names, property, maxFiles);
  }

  place(place: PageSources['places'][number]): number | null {
    return Tables.#index(this.#places, JSON.stringify(place), 5_000);
  }

  rule(at: Rule['at'], sets: Rule['sets']): number | null {
    return Tables.#index(this.#rules, JSON.stringify({ at, sets }), 5_000);
  }

  list(rules: readonly number[]): number | null {
    return Tables.#index(this.#lists, JSON.stringify(rules), 2_000);
  }

  add(rules: number, above: number, places: readonly number[]): void {
    this.#elements.push([rules, above, ...places]);
  }

  toSources(): PageSources {
    const parsed = <T>(keys: Iterable<string>): T[] => [...keys].map((key) => JSON.parse(key) as T);
    return {
      files: [...this.#files.keys()],
      names: [...this.#names.keys()],
      rules: parsed<Rule>(this.#rules.keys()),
      places: parsed<PageSources['places'][number]>(this.#places.keys()),
      lists: parsed<number[]>(this.#lists.keys()),
      elements: this.#elements,
    };
  }

  static #index(table: Map<string, number>, key: string, max: number): number | null {
    const known = table.get(key);
    if (known !== undefined) return known;
    if (table.size >= max) return null;
    table.set(key, table.size);
    return table.size - 1;
  }
}
