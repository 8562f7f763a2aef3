/** Returns screenshots by a key that pairs them with those of another pass: the label, and its count where it repeats. */
export function byLabel<Shot extends { label: string }>(shots: readonly Shot[]): Map<string, Shot> {
  const seen = new Map<string, number>();
  return new Map(
    shots.map((shot) => {
      const count = seen.get(shot.label) ?? 0;
      seen.set(shot.label, count + 1);
      return [`${shot.label}\u0000${count}`, shot];
    }),
  );
}
