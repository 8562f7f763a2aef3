import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Load, Plan } from './load.ts';

/** One row of the table. */
export interface Result {
  name: string;
  unit: string;
  ours: number;
  baseline: number;
  /** Ours over the baseline. */
  ratio: number;
  /** At least this, or at most. */
  target: { atLeast: number } | { atMost: number };
  /** What else there is to know, such as where the time goes. */
  note?: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Runs a plan in a client process of its own. */
export function load(plan: Plan): Promise<Load> {
  return new Promise((resolve, reject) => {
    const client = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let out = '';
    client.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    client.on('error', reject);
    client.on('close', (code) => {
      if (code !== 0) return reject(new Error(`The client ended with ${code}`));
      const done = JSON.parse(out) as Load;
      if (done.wrong > 0)
        reject(new Error(`${done.wrong} answers were not ${plan.expected}: ${plan.requests[0]?.url}`));
      else resolve(done);
    });
    client.stdin.end(JSON.stringify(plan));
  });
}

/** Both in turn, `rounds` times after one to warm up, so that whatever disturbs the machine disturbs both. */
export async function interleave<T>(
  rounds: number,
  ours: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<{ ours: T[]; baseline: T[] }> {
  const both: { ours: T[]; baseline: T[] } = { ours: [], baseline: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const mine = await ours();
    const other = await baseline();
    if (round === 0) continue;
    both.ours.push(mine);
    both.baseline.push(other);
  }
  return both;
}

/** Requests per second of two plans, compared. */
export async function compareLoads(
  name: string,
  atLeast: number,
  plans: { ours: Plan; baseline: Plan },
  rounds = 5,
): Promise<Result> {
  const both = await interleave(
    rounds,
    () => load(plans.ours),
    () => load(plans.baseline),
  );
  const ours = median(both.ours.map((each) => each.perSecond));
  const baseline = median(both.baseline.map((each) => each.perSecond));
  const ratio = median(both.ours.map((each, at) => each.perSecond / (both.baseline[at]?.perSecond ?? Number.NaN)));
  return { name, unit: '1/s', ours, baseline, ratio, target: { atLeast } };
}
