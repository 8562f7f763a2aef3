import { BANDS, NEAR, type RowSignatures } from './row-signatures.ts';

/** The most shifts that are tried: a page of many paragraphs has several after each change of its height. */
const MAX_SHIFTS = 32;
/** A shift with fewer votes is chance. */
const FEWEST_VOTES = 6;
/** A band that occurs more often hardly shows where its row belongs. */
const MAX_PLACES = 4;
/** The share of bands that the old image must have too; with less, it was encoded with losses or changed widely. */
const CLEAR = 0.7;
/** The difference in brightness at which something begins or ends, in steps of 255. */
const STEP = 3;
const LANDMARKS = 160;

/**
 * Counts the hashes of bands with more than one colour, and notes where each occurs last. Returns an open-addressing
 * hash table.
 */
function placesOf({ hashes, flat }: RowSignatures) {
  const size = 1 << Math.ceil(Math.log2(hashes.length * 2 + 1));
  const keys = new Int32Array(size);
  const counts = new Uint32Array(size);
  const lasts = new Int32Array(size);
  /** The previous band with the same hash, or -1. */
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

/** Counts votes for shifts by bands that are exactly equal. */
function votesOfEqual(old: RowSignatures, now: RowSignatures): { votes: Float64Array; turnout: number } {
  const [oldRows, newRows] = [old.flatRows.length, now.flatRows.length];
  const votes = new Float64Array(oldRows + newRows + 1);
  const [there, here] = [placesOf(old), placesOf(now)];
  let [voters, turnout] = [0, 0];
  for (let place = 0; place < now.hashes.length; place += 1) {
    if (now.flat[place] === 1) continue;
    voters += 1;
    const hash = now.hashes[place] ?? 0;
    const slot = there.slotOf(hash);
    const partners = there.counts[slot] ?? 0;
    if (partners > 0) turnout += 1;
    if (partners === 0 || partners > MAX_PLACES) continue;
    const copies = here.counts[here.slotOf(hash)] ?? 0;
    if (copies > MAX_PLACES) continue;
    for (let partner = there.lasts[slot] ?? -1; partner >= 0; partner = there.earlier[partner] ?? -1) {
      const shift = Math.floor(partner / BANDS) - Math.floor(place / BANDS) + newRows;
      votes[shift] = (votes[shift] ?? 0) + 1 / (partners * copies);
    }
  }
  return { votes, turnout: turnout / Math.max(1, voters) };
}

/** Returns rows at which something begins or ends in several bands, spread evenly over the image. */
function landmarks({ means, flatRows }: RowSignatures): number[] {
  const rows: number[] = [];
  for (let row = 2; row < flatRows.length; row += 1) {
    let steps = 0;
    for (let band = 0; band < BANDS; band += 1) {
      const at = row * BANDS + band;
      if (Math.abs((means[at] ?? 0) - (means[at - 2 * BANDS] ?? 0)) > STEP) steps += 1;
    }
    if (steps >= 3) rows.push(row);
  }
  const every = Math.max(1, rows.length / LANDMARKS);
  return Array.from({ length: Math.min(rows.length, LANDMARKS) }, (_, at) => rows[Math.floor(at * every)] ?? 0);
}

/**
 * Counts votes by landmark rows of nearly the same brightness: the only trace of equal rows when an encoder blurred
 * them.
 */
function votesOfAlike(old: RowSignatures, now: RowSignatures): Float64Array {
  const [oldRows, newRows] = [old.flatRows.length, now.flatRows.length];
  const votes = new Float64Array(oldRows + newRows + 1);
  for (const row of landmarks(now)) {
    for (let partner = 0; partner < oldRows; partner += 1) {
      let unlike = 0;
      for (let band = 0; band < BANDS && unlike < 3; band += 1) {
        const apart = (old.means[partner * BANDS + band] ?? 0) - (now.means[row * BANDS + band] ?? 0);
        if (Math.abs(apart) > NEAR) unlike += 1;
      }
      if (unlike < 3) votes[partner - row + newRows] = (votes[partner - row + newRows] ?? 0) + 1;
    }
  }
  return votes;
}

function elected(votes: Float64Array, newRows: number, most: number): number[] {
  return [...votes.keys()]
    .filter((at) => (votes[at] ?? 0) >= FEWEST_VOTES)
    .sort((a, b) => (votes[b] ?? 0) - (votes[a] ?? 0))
    .slice(0, most)
    .map((at) => at - newRows);
}

/**
 * Finds how far content moved (old row minus new row): the shifts that most distinctive bands vote for, no shift, and
 * the difference in height. `doubtful` are shifts that only rows of similar brightness vote for.
 */
export function findShifts(old: RowSignatures, now: RowSignatures): { shifts: number[]; doubtful: number[] } {
  const [oldRows, newRows] = [old.flatRows.length, now.flatRows.length];
  const { votes, turnout } = votesOfEqual(old, now);
  const alike = turnout < CLEAR ? elected(votesOfAlike(old, now), newRows, MAX_SHIFTS / 2) : [];
  const equal = elected(votes, newRows, MAX_SHIFTS - alike.length);
  const known = new Set([0, oldRows - newRows, ...equal]);
  const doubtful = alike.filter((shift) => !known.has(shift));
  return { shifts: [...known, ...doubtful], doubtful };
}
