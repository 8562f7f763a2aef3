import type { Ports } from '../ports.ts';
import { changeOf, sizeOf } from '../shot/change.ts';
import type { ComparedShot, ShotRow } from '../shot/store.ts';
import { type Followed, type FollowInput, follow, settle } from './follow.ts';
import type { Maps } from './look-under.ts';

/** Two screenshots of one label. Without `compared`, nothing is known about how `to` differs from `from`. */
export interface Step {
  from: ShotRow;
  to: ComparedShot;
  compared: boolean;
}

/**
 * Follows marks from one screenshot to a later one: by their elements, else by their pixels. Compares each with itself,
 * wherever it moved.
 */
export async function followOn(
  ports: Ports,
  maps: Maps,
  { from, to, compared }: Step,
  marks: readonly Pick<FollowInput, 'place' | 'kind' | 'element'>[],
): Promise<Followed[]> {
  const sides = { from: sizeOf(from), to: sizeOf(to), before: await maps(from), after: await maps(to) };
  const change = compared ? changeOf(to) : { kind: null, map: null };
  const inputs = marks.map(({ place, kind, element }) => ({ place, kind, element, ...sides, change }));
  const followed = inputs.map(follow);
  const open = followed.flatMap(({ search }, at) => (search === null ? [] : [{ search, at }]));
  const both = open.length === 0 ? [] : [ports.storage.find(from.storageKey), ports.storage.find(to.storageKey)];
  const [before, after] = await Promise.all(both);
  if (before == null || after == null) return followed;
  const found = await ports.images.findBoxes(
    before,
    after,
    open.map(({ search }) => search),
  );
  const results = new Map(open.map(({ at }, index) => [at, found[index] ?? null]));
  return followed.map((each, at) => {
    const [input, result] = [inputs[at], results.get(at)];
    return input === undefined || result === undefined ? each : settle(each, input, result);
  });
}
