import { compareLoads } from './support/compare-loads.ts';
import type { Result } from './support/measure.ts';
import { seedReview, seedWorkspace } from './support/seed.ts';
import { keepAnswer, type World } from './support/world.ts';

const STORED = 1000;

/** Measures the first page of 20 of 1,000 stored reviews, compared with the same bytes after one prepared query. */
export async function benchList(world: World): Promise<Result[]> {
  const workspace = await seedWorkspace(world, 1);
  const [bearer = ''] = workspace.bearers;
  for (let at = 0; at < STORED; at += 1) {
    await seedReview(world, workspace.id, { shots: 1, marks: 2, decided: at % 2 === 0 });
  }
  await world.pool.query('ANALYZE');
  const url = `${world.service}/api/reviews`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
  const same = await keepAnswer(world, 'list', answer);
  const common = { connections: 50, seconds: 2, expected: 200 };
  const get = (from: string) => [{ url: from, method: 'GET' as const, headers: {} }];
  return [
    await compareLoads(
      { name: 'list, 20 of 1,000 reviews', against: 'Fastify, one prepared query', target: { atLeast: 0.5 } },
      {
        ours: { ...common, requests: get(url), bearers: [bearer] },
        baseline: { ...common, requests: get(same), bearers: [] },
      },
    ),
  ];
}
