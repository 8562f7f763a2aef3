import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startHttpServer } from '../servers.ts';
import { type ForeignPage, foreignPages } from './pages.ts';

const modules = join(import.meta.dirname, '../../../node_modules');
const packages = new Set(foreignPages.map((page) => page.package));

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/**
 * Files that a package's pages need, but that its release leaves out. UIkit sets its components up as the document
 * arrives: a bar whose dropbar, or a list whose options have not arrived yet, never finds them. On the pages with
 * these it waits for the whole document.
 */
const leftOut = new Map([
  [
    '/uikit/tests/js/test.js',
    `const rtl = location.search === '?rtl';
if (rtl) document.documentElement.dir = 'rtl';
if (/\\/(navbar|form)\\.html$/.test(location.pathname)) {
  const Native = MutationObserver;
  window.MutationObserver = class extends Native {
    constructor(callback) {
      super((...changes) => {
        if (document.readyState !== 'loading') callback(...changes);
        else document.addEventListener('DOMContentLoaded', () => callback(...changes), { once: true });
      });
    }
  };
}
document.write('<link rel="stylesheet" href="../dist/css/uikit' + (rtl ? '-rtl' : '') + '.css">');
document.write('<script src="../dist/js/uikit.js"></' + 'script><script src="../dist/js/uikit-icons.js"></' + 'script>');`,
  ],
]);

export interface ForeignSite {
  origin: string;
  /** A proxy for the browser, which reaches this site and nothing else */
  proxyServer: string;
  /** `OUTBOUND_ALLOW` for captures of these pages by a service */
  allow: string;
  url(page: Pick<ForeignPage, 'package' | 'path'>): string;
  close(): Promise<void>;
}

/** Returns the file for a path of the site; null when no package has it. */
async function fileOf(path: string): Promise<string | null> {
  const relative = normalize(decodeURIComponent(path)).split(sep).filter(Boolean);
  const name = relative[0]?.startsWith('@') ? relative.slice(0, 2).join('/') : (relative[0] ?? '');
  if (!packages.has(name) || relative.includes('..')) return null;
  const file = join(modules, ...relative);
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) return fileOf(`${path}/index.html`);
  return found?.isFile() ? file : null;
}

/** HTML to insert at the start of pages' heads, by the names of the pages */
export type Added = Readonly<Record<string, string>>;

async function answer(request: IncomingMessage, response: ServerResponse, origin: string, added: Added): Promise<void> {
  // As a proxy it receives full URLs. Those of other sites fail as without a network.
  const url = new URL(request.url ?? '/', origin);
  if (url.origin !== origin) {
    request.socket.destroy();
    return;
  }
  const script = leftOut.get(url.pathname);
  if (script !== undefined) {
    response.writeHead(200, { 'content-type': types['.js'] }).end(script);
    return;
  }
  const file = await fileOf(url.pathname);
  if (file === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  response.writeHead(200, { 'content-type': types[extname(file).toLowerCase()] ?? 'application/octet-stream' });
  const page = foreignPages.find(
    (each) => added[each.name] !== undefined && file === join(modules, each.package, each.path),
  );
  if (page !== undefined) {
    response.end((await readFile(file, 'utf8')).replace(/<head[^>]*>/, (head) => `${head}${added[page.name]}`));
    return;
  }
  await pipeline(createReadStream(file), response);
}

/** Serves the pages' packages on loopback until the test file ends. */
export async function serveForeignPages(added: Added = {}): Promise<ForeignSite> {
  const { origin, port, server, close } = await startHttpServer((request, response) =>
    answer(request, response, origin, added),
  );
  server.on('connect', (_request, socket) => socket.destroy());
  return {
    origin,
    proxyServer: origin,
    allow: `capture=127.0.0.1/32:${port}`,
    url: (page) => `${origin}/${page.package}/${page.path}`,
    close,
  };
}
