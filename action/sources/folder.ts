import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};

/** The same port on every run when it is free, so that pages that show their own address stay the same. */
const usualPort = 41_517;

export type Folder = Awaited<ReturnType<typeof serveFolder>>;

/**
 * Serves a folder on loopback as static hosts do: `/about` is about, about.html or about/index.html; anything that does
 * not exist gets 404.html with 404, else 200.html. `app`: else index.html, for an app with a router of its own. Nothing
 * outside the folder is served, whatever a path or a symbolic link names. `change` may rewrite a page.
 */
export async function serveFolder(
  folder: string,
  options: { app: boolean; change?: (path: string, html: string) => string },
) {
  const root = await realpath(folder);
  const missing = new Set<string>();

  async function fileAt(path: string): Promise<string | null> {
    const real = await realpath(resolve(root, `.${path}`)).catch(() => null);
    if (real === null || (real !== root && !real.startsWith(root + sep))) return null;
    return (await stat(real)).isFile() ? real : null;
  }

  async function find(pathname: string): Promise<{ file: string; status: number } | null> {
    const path = decode(pathname);
    if (path === null) return null;
    const names = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}.html`, `${path}/index.html`];
    for (const name of names) {
      const file = await fileAt(name);
      if (file !== null) return { file, status: 200 };
    }
    // A missing image or script must not be answered with a page.
    if (extname(path) !== '' && extname(path) !== '.html') return null;
    const own = await fileAt('/404.html');
    if (own !== null && !options.app) return { file: own, status: 404 };
    const app = (await fileAt('/200.html')) ?? (options.app ? await fileAt('/index.html') : null);
    return app === null ? null : { file: app, status: 200 };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname = '/'] = (request.url ?? '/').split(/[?#]/);
    const found = request.method === 'GET' || request.method === 'HEAD' ? await find(pathname) : null;
    if (found === null || found.status !== 200) missing.add(pathname);
    if (found === null) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(found.file).toLowerCase()] ?? 'application/octet-stream';
    response.writeHead(found.status, { 'content-type': type, 'cache-control': 'no-store' });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const bytes = await readFile(found.file);
    const changed = options.change !== undefined && type.startsWith('text/html');
    response.end(changed ? options.change?.(found.file.slice(root.length), bytes.toString('utf8')) : bytes);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((started, failed) => {
      server.once('error', failed).listen(port, '127.0.0.1', () => {
        server.off('error', failed);
        started();
      });
    });
  await listen(usualPort).catch(() => listen(0));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Returns whether a path leads to a page: a file, a clean address of one, or the app's own page. */
    has: async (pathname: string) => (await find(pathname))?.status === 200,
    /** Returns the requested files that do not exist, in the order of the requests. */
    missing: () => [...missing],
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Returns the path that a request means; null for one that no file can have. */
function decode(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? null : join('/', path).split(sep).join('/');
  } catch {
    return null;
  }
}
