import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { closeOnce } from './file-end.ts';
import { freePort } from './free-port.ts';

export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The setting with its address; everything is below `prefix`. */
  storageUrl(prefix?: string): string;
  /** The settings for a service that stores its screenshots here. */
  environment(prefix?: string): Record<string, string>;
  /** The process, for tests that kill or pause it. */
  child(): ChildProcess;
  /** Starts it again after the process ended, with the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
const disk = import.meta.resolve('./s3-disk.mjs');

async function answers(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The S3 server ended');
    const isOpen = await new Promise<boolean>((fulfil) => {
      const socket = connect(port, '127.0.0.1', () => fulfil(true)).once('error', () => fulfil(false));
      socket.once('connect', () => socket.end());
    });
    if (isOpen) return;
    await after(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Starts s3rver, an independent S3 server, as a process on loopback with one bucket. */
export async function startS3(): Promise<S3Server> {
  const bucket = 'sightline-shots';
  const folder = await mkdtemp(join(tmpdir(), 'sightline-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const start = async (): Promise<ChildProcess> => {
    const where = ['-d', folder, '-a', '127.0.0.1', '-p', String(port)];
    const child = spawn(
      process.execPath,
      [
        // It signs the position of a listing with an outdated cipher.
        '--openssl-legacy-provider',
        ...['--import', disk, program, ...where],
        ...['--silent', '--no-vhost-buckets', '--configure-bucket', bucket],
      ],
      { stdio: 'ignore', env: { PATH: process.env.PATH } },
    );
    await answers(port, child);
    return child;
  };
  let child = await start();
  const storageUrl = (prefix = ''): string =>
    `s3://${bucket}/${prefix}?${new URLSearchParams({ endpoint, region: 'us-east-1' })}`;
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
    endpoint,
    bucket,
    ...keys,
    storageUrl,
    environment: (prefix) => ({
      STORAGE_URL: storageUrl(prefix),
      AWS_ACCESS_KEY_ID: keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
    }),
    child: () => child,
    async restart() {
      await end(child);
      child = await start();
    },
    close: closeOnce(async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    }),
  };
}
