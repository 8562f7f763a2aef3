import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../repository/release/support/install.ts';
import { freePort } from '../../../support/free-port.ts';
import { startProcesses } from '../../../support/processes.ts';

/** Runs the health check of the image in the environment of a process. */
function check(environment: Record<string, string>): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const script = join(root, 'server/check-health.ts');
    execFile(process.execPath, [script], { env: environment }, (error, _stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stderr }),
    );
  });
}

test('the health check of the image distinguishes a working process from a stopped one, for every role', async () => {
  const healthPort = String(await freePort());
  const { webs, worker, close } = await startProcesses(1, { HEALTH_PORT: healthPort });
  try {
    const [web] = webs;
    await expect.poll(() => check({ PORT: new URL(web?.url ?? '').port })).toEqual({ code: 0, said: '' });
    const ofWorker = { ROLE: 'worker', HEALTH_PORT: healthPort, PORT: '1' };
    await expect.poll(() => check(ofWorker)).toEqual({ code: 0, said: '' });

    const door = `http://127.0.0.1:${healthPort}`;
    expect(await (await fetch(`${door}/metrics`)).text()).toContain('process_resident_memory_bytes');
    for (const path of ['/', '/api/reviews', '/mcp/sightline']) expect((await fetch(door + path)).status).toBe(404);

    const ended = once(worker.child, 'exit');
    worker.child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(await check(ofWorker)).toEqual({ code: 1, said: expect.stringContaining('ECONNREFUSED') });
  } finally {
    await close();
  }
});
