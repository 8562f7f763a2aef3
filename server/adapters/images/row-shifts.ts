import { BANDS, type RowSignatures } from './row-signatures.ts';

/** How many shifts are tried: each costs a pass over all rows. */
const MOST = 14;
/** A shift that fewer bands speak for is chance. */
const FEWEST_VOTES = 6;
/** A band that is there more often says too little of where its row belongs. */
const MOST_PLACES = 4;

/** How often each hash of a band that is not of one colour is there, and where last; an open table. */
function placesOf({ hashes, flat }: RowSignatures) {
  const size = 1 << Math.ceil(Math.log2(hashes.length * 2 + 1));
  const keys = new Int32Array(size);
  const counts = new Uint32Array(size);
  const lasts = new Int32Array(size);
  /** The band before that has the same hash, or -1. */
  const earlier = new Int32Array(hashes.length).fill(-1);
  const slotOf = (hash: number): number => {
    let slot = hash & (size - 1);
    while ((counts[slot] ?? 0) > 0 && keys[slot] !== hash) slot = (slot + 1) & (size - 1);
    return slot;
  };
  for (let at = 0; at < hashes.length; at += 1) {
    if (flat[at] === 1) continue;
    const hash = hashes[at] ?? 0;
    const slot = slotOf(hash);
    const count = counts[slot] ?? 0;
    if (count > 0) earlier[at] = lasts[slot] ?? -1;
    keys[slot] = hash;
    counts[slot] = count + 1;
    lasts[slot] = at;
  }
  return { slotOf, counts, lasts, earlier };
}

/**
 * How far content moved (old row minus new row): what most bands of distinctive rows speak for, no shift at all, and
 * the one that the different heights make.
 */
export function findShifts(old: RowSignatures, now: RowSignatures): number[] {
  const [oldRows, newRows] = [old.flatRows.length, now.flatRows.length];
  const votes = new Float64Array(oldRows + newRows + 1);
  const [there, here] = [placesOf(old), placesOf(now)];
  for (let place = 0; place < now.hashes.length; place += 1) {
    if (now.flat[place] === 1) continue;
    const hash = now.hashes[place] ?? 0;
    const slot = there.slotOf(hash);
    const partners = there.counts[slot] ?? 0;
    if (partners === 0 || partners > MOST_PLACES) continue;
    const copies = here.counts[here.slotOf(hash)] ?? 0;
    if (copies > MOST_PLACES) continue;
    for (let partner = there.lasts[slot] ?? -1; partner >= 0; partner = there.earlier[partner] ?? -1) {
      const shift = Math.floor(partner / BANDS) - Math.floor(place / BANDS) + newRows;
      votes[shift] = (votes[shift] ?? 0) + 1 / (partners * copies);
    }
  }
  const found = [...votes.keys()]
    .filter((at) => (votes[at] ?? 0) >= FEWEST_VOTES)
    .sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0))
    .slice(0, MOST)
    .map((at) => at - newRows);
  return [...new Set([0, oldRows - newRows, ...found])];
}
