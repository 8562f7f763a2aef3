import { type Signal, signal } from '@preact/signals';
import { readElements, type ShotElement } from './elements.ts';

interface Mapped {
  index: number;
  sha256: string;
  width: number;
  height: number;
  elements_url?: string | null;
}

export type Elements = readonly ShotElement[];

/** The elements of screenshots, each fetched once and only when needed. */
export interface ElementSource {
  /** Returns the elements, or null until they are loaded; redraws the reader then. */
  of(shot: Mapped | undefined): Elements | null;
  load(shot: Mapped | undefined): Promise<Elements | null>;
  failed: Signal<boolean>;
}

export const hasElements = (shot: Mapped | undefined): boolean => typeof shot?.elements_url === 'string';

/** @param read fetches a file as JSON; a failed one is fetched again the next time */
export function createElementSource(read: (url: string) => Promise<unknown>): ElementSource {
  const known = signal<ReadonlyMap<string, Elements>>(new Map());
  const failed = signal(false);
  const coming = new Map<string, Promise<Elements | null>>();

  const fetchOne = async (shot: Mapped, url: string): Promise<Elements | null> => {
    try {
      const elements = readElements(await read(url), shot);
      known.value = new Map(known.value).set(shot.sha256, elements);
      failed.value = false;
      return elements;
    } catch {
      failed.value = true;
      return null;
    } finally {
      coming.delete(shot.sha256);
    }
  };

  return {
    failed,
    of: (shot) => (shot === undefined ? null : (known.value.get(shot.sha256) ?? null)),
    load(shot) {
      const url = shot?.elements_url;
      if (shot === undefined || typeof url !== 'string') return Promise.resolve(null);
      const there = known.peek().get(shot.sha256);
      if (there !== undefined) return Promise.resolve(there);
      const asked = coming.get(shot.sha256) ?? fetchOne(shot, url);
      coming.set(shot.sha256, asked);
      return asked;
    },
  };
}
