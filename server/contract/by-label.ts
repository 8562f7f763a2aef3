const keyOf = (label: string, count: number): string => `${label}\u0000${count}`;

/**
 * Returns screenshots by a key that pairs them with those of another pass: the label, and its count where it repeats.
 * `labelOf` returns the label in that pass, where it is another.
 */
export function byLabel<Shot extends { label: string }>(
  shots: readonly Shot[],
  labelOf: (shot: Shot) => string = ({ label }) => label,
): Map<string, Shot> {
  const seen = new Map<string, number>();
  return new Map(
    shots.map((shot) => {
      const label = labelOf(shot);
      const count = seen.get(label) ?? 0;
      seen.set(label, count + 1);
      return [keyOf(label, count), shot];
    }),
  );
}

/** Returns the key of a screenshot among those by label, and the screenshot; nothing when it is not among them. */
export function entryOf<Shot extends { id: string }>(
  shots: ReadonlyMap<string, Shot>,
  id: string | null,
): [string, Shot] | [] {
  return [...shots].find(([, shot]) => shot.id === id) ?? [];
}

/** Returns the key of a label that occurs once among the screenshots; null when it repeats, so that it pairs nothing. */
export function onlyKey(shots: ReadonlyMap<string, unknown>, label: string): string | null {
  return shots.has(keyOf(label, 1)) ? null : keyOf(label, 0);
}
