import { compareLoads } from './support/compare-loads.ts';
import type { Result } from './support/measure.ts';
import { dataUrlOf } from './support/page-like.ts';
import { seedWorkspace } from './support/seed.ts';
import type { World } from './support/world.ts';

const DATA_URL_LENGTH = 500_000;
/** More than a round has requests. */
const WORKSPACES = 1000;

const note =
  'before it answers, the service decodes the image, hashes its pixels, checks what else the file holds and flushes a file; the baseline flushes one as well and, on the second line, decodes.';

/** Creates a review of one 500 KB data URL, compared with only decoding and storing it. */
export async function benchCreate(world: World): Promise<Result[]> {
  // Each review of a workspace that has no images yet: what it was sent before need not be decoded.
  const fresh = async () => {
    const seeded = await Promise.all(Array.from({ length: WORKSPACES }, () => seedWorkspace(world, 1)));
    return seeded.flatMap(({ bearers }) => bearers);
  };
  const body = JSON.stringify({ title: 'A page with a photograph', images: [await dataUrlOf(DATA_URL_LENGTH)] });
  const post = (url: string) => [
    { url, method: 'POST' as const, headers: { 'content-type': 'application/json' }, body },
  ];
  const common = { connections: 4, seconds: 3, expected: 201 };
  const ours = async () => ({ ...common, requests: post(`${world.service}/api/reviews`), bearers: await fresh() });
  const bare = (query: string) => ({ ...common, requests: post(`${world.bare}/create${query}`), bearers: [] });
  const target = { atLeast: 0.6 };
  const name = 'create, 500 KB data URL';
  return [
    await compareLoads({ name, against: 'header check, write, one insert', target }, { ours, baseline: bare('') }, 3),
    await compareLoads({ name, against: 'the same, decoding', target, note }, { ours, baseline: bare('?pixels') }, 3),
  ];
}
