import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Load, Plan } from './load.ts';
import { compared, interleave, type Result } from './measure.ts';

/** Runs a plan in its own client process. */
function load(plan: Plan): Promise<Load> {
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

/** Compares the requests per second of two plans. */
export async function compareLoads(
  row: Pick<Result, 'name' | 'against' | 'target' | 'note'>,
  plans: { ours: Plan | (() => Promise<Plan>); baseline: Plan },
  rounds = 5,
): Promise<Result> {
  const both = await interleave(
    rounds,
    async () => (await load(typeof plans.ours === 'function' ? await plans.ours() : plans.ours)).perSecond,
    async () => (await load(plans.baseline)).perSecond,
  );
  return compared({ ...row, unit: '1/s' }, both);
}
