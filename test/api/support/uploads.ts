import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ByteQuota, createByteQuota } from '../../../server/api/byte-quota.ts';
import type { Client, Output } from '../../../server/contract/client.ts';
import type { TestService } from '../../support/service.ts';

const run = promisify(execFile);

export type Upload = Output<'create_upload'>['uploads'][number];

export async function oneUpload(who: Client): Promise<Upload> {
  const [upload] = (await who.call('create_upload', { paths: ['a.png'] })).uploads;
  if (upload === undefined) throw new Error('No upload was made');
  return upload;
}

export interface Answer {
  status: number;
  /** After how many seconds to send it again. */
  wait: string | null;
  body: { error?: string; message?: string; source?: string; kind?: string; errors?: { path: string }[] };
  text: string;
}

export async function put(url: string, body: Buffer | string, headers: Record<string, string> = {}): Promise<Answer> {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const answer = await fetch(url, { method: 'PUT', body: bytes, headers });
  const text = await answer.text();
  const wait = answer.headers.get('retry-after');
  return { status: answer.status, wait, text, body: JSON.parse(text) as Answer['body'] };
}

/** Sends a request's head and parts of its body, and returns what came back until the connection ended. */
export async function putRaw(
  url: string,
  head: string[],
  parts: Iterable<Buffer>,
): Promise<{ answer: string; sentBytes: number }> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const heard: Buffer[] = [];
  let sentBytes = 0;
  const closed = new Promise<void>((fulfil) => socket.once('close', () => fulfil()));
  socket.on('error', () => {});
  const answered = new Promise<void>((fulfil) => {
    socket.on('data', (chunk) => {
      heard.push(chunk);
      fulfil();
    });
    socket.once('close', () => fulfil());
  });
  socket.write([`PUT ${pathname} HTTP/1.1`, `Host: ${hostname}:${port}`, ...head, '', ''].join('\r\n'));
  for (const part of parts) {
    if (heard.length > 0 || socket.destroyed) break;
    sentBytes += part.length;
    if (!socket.write(part)) await Promise.race([new Promise((fulfil) => socket.once('drain', fulfil)), answered]);
  }
  await answered;
  socket.end();
  await closed;
  return { answer: Buffer.concat(heard).toString(), sentBytes };
}

/** Runs a command as an agent does. An exit code of curl is a refusal, not an error. */
export async function shell(command: string, cwd: string): Promise<{ code: number; out: string; error: string }> {
  return run('sh', ['-c', command], { cwd, env: { ...process.env, HOME: cwd } }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      error: error.stderr,
    }),
  );
}

/** Returns every file of uploads below a folder. */
export async function uploadsIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(root.length + 1)] : []))
    .filter((key) => key.includes('/uploads/'));
}

/** Returns every file of uploads that a service stores. */
export const storedUploads = ({ dataDir }: TestService): Promise<string[]> => uploadsIn(join(dataDir, 'shots'));

export const quota = (max = 256_000_000): ByteQuota => createByteQuota({ max, largest: 25_000_000 });
