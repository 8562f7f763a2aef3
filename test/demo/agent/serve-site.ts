import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { startHttpServer } from '../../support/servers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Builds the sample site with its own script, as its workflow does. */
export function buildSite(siteDir: string, outDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(siteDir, 'build.mjs'), outDir], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let problem = '';
    child.stderr.on('data', (chunk: Buffer) => {
      problem += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`The site does not build: ${problem}`))));
  });
}

/** Starts a preview host on loopback. `folder` is called on every request, so that one address can serve new builds. */
export async function serveSite(folder: () => string): Promise<{ url: string; close(): Promise<void> }> {
  const handler = async ({ url }: IncomingMessage, response: ServerResponse) => {
    const path = normalize(decodeURIComponent(new URL(url ?? '/', 'http://site.invalid').pathname));
    const file = join(folder(), path.endsWith('/') ? `${path}index.html` : path);
    const body = await readFile(file).catch(() => null);
    if (body === null) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    const type = types[extname(file)] ?? 'application/octet-stream';
    return response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  };
  const { origin, close } = await startHttpServer(handler);
  return { url: origin, close };
}
