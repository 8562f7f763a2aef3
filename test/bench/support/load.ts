/**
 * A client process that keeps `connections` requests under way over kept-alive connections for `seconds`, and then
 * prints one line of JSON. It reads its plan as JSON from standard input.
 */
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Plan {
  /** Sent in turn, the `at`-th with the `at`-th token. */
  requests: { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }[];
  /** Sent in turn as `Authorization`; none for the baselines. */
  bearers: string[];
  connections: number;
  seconds: number;
  expected: number;
}

export interface Load {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  /** The number of answers with an unexpected status. */
  wrong: number;
}

const plan = JSON.parse(await text(process.stdin)) as Plan;
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections });
const times: number[] = [];
let wrong = 0;
let sent = 0;

function once(): Promise<void> {
  const next = plan.requests[sent % plan.requests.length];
  const bearer = plan.bearers[sent % Math.max(1, plan.bearers.length)];
  sent += 1;
  if (next === undefined) throw new Error('The plan names no request');
  const { url, method, body } = next;
  const headers: OutgoingHttpHeaders = { ...next.headers };
  if (bearer !== undefined) headers.authorization = `Bearer ${bearer}`;
  if (body !== undefined) headers['content-length'] = Buffer.byteLength(body);
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers }, (answer) => {
      answer.on('error', reject);
      answer.on('end', () => {
        times.push(performance.now() - started);
        if (answer.statusCode !== plan.expected) wrong += 1;
        resolve();
      });
      answer.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const started = performance.now();
const end = started + plan.seconds * 1000;
await Promise.all(
  Array.from({ length: plan.connections }, async () => {
    while (performance.now() < end) await once();
  }),
);
const took = (performance.now() - started) / 1000;
agent.destroy();
times.sort((a, b) => a - b);
const load: Load = { perSecond: times.length / took, p50: times[Math.floor(times.length / 2)] ?? 0, wrong };
process.stdout.write(`${JSON.stringify(load)}\n`);
