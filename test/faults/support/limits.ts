import { createClient } from '../../../server/contract/client.ts';
import { sql } from '../../api/support/sql.ts';
import { base64 } from '../../support/factories.ts';
import type { Ground } from './ground.ts';

/** The number of accepted requests, of many that arrived concurrently at all replicas. */
export interface Admitted {
  creates: number;
  tools: number;
}

const CREATES = 45;
const TOOLS = 150;

const minuteOf = async (ground: Ground): Promise<string> =>
  JSON.stringify(await sql(ground, 'SELECT floor(extract(epoch FROM now()) / 60)::int'));

/** Sends concurrent requests to the replicas in turn. @returns the number that was not rate limited */
async function allowed(
  ground: Ground,
  webs: readonly string[],
  times: number,
  ask: (at: string, token: string) => Promise<Response>,
) {
  for (;;) {
    const { token } = await createClient({ baseUrl: ground.url }).call('create_try_token', {});
    const minute = await minuteOf(ground);
    const answers = await Promise.all(
      Array.from({ length: times }, (_, at) => ask(webs[at % webs.length] ?? '', token)),
    );
    await Promise.all(answers.map((answer) => answer.body?.cancel()));
    // Windows are whole minutes, so requests in two of them may reach twice the limit.
    if ((await minuteOf(ground)) === minute) return answers.filter(({ status }) => status !== 429).length;
  }
}

/** Returns the number of requests that the limits of a minute accept when all arrive at once at all replicas. */
export async function askTooMuch(ground: Ground, webs: readonly string[]): Promise<Admitted> {
  const images = [await base64()];
  const post = (url: string, token: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
  const create = (at: string, token: string) => post(`${at}/api/reviews`, token, { title: 'One of many', images });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const ask = (at: string, token: string) => post(`${at}/mcp/sightline`, token, list);
  return {
    creates: await allowed(ground, webs, CREATES, create),
    tools: await allowed(ground, webs, TOOLS, ask),
  };
}
