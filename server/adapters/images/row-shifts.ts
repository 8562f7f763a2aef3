import { BANDS, type RowSignatures } from './row-signatures.ts';

/** How many shifts are tried: each costs a pass over all rows. */
const MOST = 20;
/** A shift that fewer bands speak for is chance. */
const FEWEST_VOTES = 6;
/** A band that is there more often says too little of where its row belongs. */
const MOST_PLACES = 4;

/** The rows of each hash that is there seldom, and of a band that is not of one colour. */
function seldom({ hashes, flat }: RowSignatures): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [at, hash] of hashes.entries()) {
    if (flat[at] === 1) continue;
    const known = places.get(hash);
    if (known === undefined) places.set(hash, [at]);
    else if (known.length <= MOST_PLACES) known.push(at);
  }
  return places;
}

/**
 * How far content moved (old row minus new row): what most bands of distinctive rows speak for, no shift at all, and
 * the one that the different heights make.
 */
export function findShifts(old: RowSignatures, now: RowSignatures): number[] {
  const [oldRows, newRows] = [old.flatRows.length, now.flatRows.length];
  const votes = new Float64Array(oldRows + newRows + 1);
  const there = seldom(old);
  for (const [hash, places] of seldom(now)) {
    const partners = there.get(hash);
    if (partners === undefined || partners.length > MOST_PLACES || places.length > MOST_PLACES) continue;
    const weight = 1 / (partners.length * places.length);
    for (const place of places) {
      for (const partner of partners) {
        const shift = Math.floor(partner / BANDS) - Math.floor(place / BANDS) + newRows;
        votes[shift] = (votes[shift] ?? 0) + weight;
      }
    }
  }
  const found = [...votes.keys()]
    .filter((at) => (votes[at] ?? 0) >= FEWEST_VOTES)
    .sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0))
    .slice(0, MOST)
    .map((at) => at - newRows);
  return [...new Set([0, oldRows - newRows, ...found])];
}
