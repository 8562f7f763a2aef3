import { compareLoads } from './support/compare-loads.ts';
import type { Result } from './support/measure.ts';
import { seedReview, seedWorkspace } from './support/seed.ts';
import { keepAnswer, type World } from './support/world.ts';

const REVIEWS = 20;
const against = 'Fastify, one prepared query';
const common = { connections: 50, seconds: 2, expected: 200 };
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Reads a review of 5 screenshots and 20 marks over REST and MCP, beside the same bytes after one prepared query. */
export async function benchRead(world: World): Promise<Result[]> {
  const workspace = await seedWorkspace(world, 1500);
  const [bearer = ''] = workspace.bearers;
  const ids: string[] = [];
  for (let at = 0; at < REVIEWS; at += 1) {
    ids.push(await seedReview(world, workspace.id, { shots: 5, marks: 20, decided: true }));
  }

  await world.pool.query('ANALYZE');

  const rest = { ours: [] as string[], baseline: [] as string[] };
  const mcp = { ours: [] as string[], baseline: [] as string[] };
  for (const id of ids) {
    const headers = { authorization: `Bearer ${bearer}` };
    const url = `${world.service}/api/reviews/${id}`;
    rest.ours.push(url);
    rest.baseline.push(await keepAnswer(world, `rest-${id}`, await fetch(url, { headers })));
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_review', arguments: { id } } };
    const body = JSON.stringify(call);
    const answer = await fetch(`${world.service}/mcp/sightline`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body,
    });
    mcp.ours.push(body);
    mcp.baseline.push(await keepAnswer(world, `mcp-${id}`, answer));
  }
  const get = (url: string) => ({ url, method: 'GET' as const, headers: {} });
  const post = (url: string, body: string) => ({ url, method: 'POST' as const, headers: json, body });
  return [
    await compareLoads(
      { name: 'read over REST, 5 shots, 20 marks', against, target: { atLeast: 0.5 } },
      {
        ours: { ...common, requests: rest.ours.map(get), bearers: [bearer] },
        baseline: { ...common, requests: rest.baseline.map(get), bearers: [] },
      },
    ),
    await compareLoads(
      { name: 'read over MCP, 5 shots, 20 marks', against, target: { atLeast: 0.4 } },
      {
        ours: {
          ...common,
          requests: mcp.ours.map((body) => post(`${world.service}/mcp/sightline`, body)),
          bearers: workspace.bearers,
        },
        baseline: {
          ...common,
          requests: mcp.baseline.map((url, at) => post(url, mcp.ours[at] ?? '')),
          bearers: [],
        },
      },
    ),
  ];
}
