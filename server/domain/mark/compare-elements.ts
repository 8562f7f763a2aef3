import type { BoxPair } from '../port-types.ts';
import type { Ports } from '../ports.ts';
import type { ShotRow } from '../shot/store.ts';
import type { Under } from './store.ts';

/** A mark that was carried from one screenshot to another. */
interface Carried {
  from: ShotRow;
  to: ShotRow;
  under: Under;
  pair: BoxPair | null;
}

type Compared = Carried & { pair: BoxPair };

const isCompared = (mark: Carried): mark is Compared => mark.pair !== null && (mark.under.changeShare ?? 0) > 0;

/**
 * Compares each marked element with itself where rows show that its place changed, because an element may move
 * differently from the rows it is on. Sets `under.changeShare`.
 */
export async function compareElements(ports: Ports, marks: readonly Carried[]): Promise<void> {
  const byShot = new Map<string, Compared[]>();
  for (const mark of marks.filter(isCompared)) byShot.set(mark.to.id, [...(byShot.get(mark.to.id) ?? []), mark]);
  await Promise.all(
    [...byShot.values()].map(async (group) => {
      const [first] = group;
      if (first === undefined) return;
      const [before, after] = await Promise.all([
        ports.storage.find(first.from.storageKey),
        ports.storage.find(first.to.storageKey),
      ]);
      if (before === null || after === null) return;
      const pairs = group.map(({ pair }) => pair);
      const shares = await ports.images.compareBoxes(before, after, pairs);
      for (const [at, { under }] of group.entries()) under.changeShare = shares[at] ?? under.changeShare;
    }),
  );
}
