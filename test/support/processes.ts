import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compiled } from './compiled.ts';
import { createTestDatabase } from './database.ts';
import { closeOnce } from './file-end.ts';
import { freePort } from './free-port.ts';
import { serviceFlags } from './service-flags.ts';

const root = resolve(import.meta.dirname, '../..');

interface ServiceProcess {
  /** Empty for a worker. */
  url: string;
  child: ChildProcess;
}

export interface Processes {
  databaseUrl: string;
  dataDir: string;
  /** The processes that answer HTTP. */
  webs: ServiceProcess[];
  worker: ServiceProcess;
  /** The logs of all processes. */
  logged(): string;
  close(): Promise<void>;
}

/** Starts replicas as an operator does: `webs` web processes and a worker over one database and folder. */
export async function startProcesses(webs: number, environment: Record<string, string> = {}): Promise<Processes> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'sightline-data-'));
  const shared = await freePort();
  let log = '';

  async function startOne(role: 'web' | 'worker'): Promise<ServiceProcess> {
    const port = await freePort();
    const url = role === 'web' ? `http://localhost:${port}` : '';
    const child = spawn(process.execPath, [...serviceFlags, join(root, 'server/serve.ts')], {
      cwd: root,
      env: {
        ...compiled,
        PATH: process.env.PATH,
        ROLE: role,
        PORT: String(port),
        // One public address for all, as behind a load balancer.
        BASE_URL: `http://localhost:${shared}`,
        DATABASE_URL: database.url,
        SECRET_KEY: 'a key for tests only of no worth',
        DATA_DIR: dataDir,
        TRY_TOKENS_PER_HOUR: '10000',
        TRY_TOKENS_PER_DAY: '10000',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const ready = new Promise<void>((fulfil, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (/Sightline (is at|works on)/.test(said)) fulfil();
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log += text;
      });
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}${log}`)));
    });
    await ready;
    return { url, child };
  }

  const [worker, ...started] = await Promise.all([
    startOne('worker'),
    ...Array.from({ length: webs }, () => startOne('web')),
  ]);
  return {
    databaseUrl: database.url,
    dataDir,
    webs: started,
    worker,
    logged: () => log,
    close: closeOnce(async () => {
      await Promise.all(
        [worker, ...started].map(async ({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        }),
      );
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }),
  };
}
