import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build } from 'esbuild';
import { createServer, type InlineConfig, type ViteDevServer } from 'vite';
import { atFileEnd } from '../../../support/file-end.ts';
import { startHttpServer } from '../../../support/servers.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import type { Framework, SeededChange } from './types.ts';

const modules = join(import.meta.dirname, '../../../../node_modules');
const fixtures = join(import.meta.dirname, 'fixtures');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};

/** Development builds: they have source maps, and each framework's own notes on where elements come from. */
const settings: Record<Exclude<Framework, 'html'>, InlineConfig> = {
  react: {
    oxc: { jsx: { runtime: 'automatic', development: true } },
    optimizeDeps: { include: ['react', 'react/jsx-dev-runtime', 'react-dom/client'] },
  },
  vue: { plugins: [vue()], optimizeDeps: { include: ['vue'] } },
  svelte: {
    plugins: [svelte({ configFile: false })],
    optimizeDeps: { include: ['svelte', 'svelte/internal/client', 'svelte/internal/disclose-version'] },
  },
};

export interface ServedFixture {
  url: string;
  /** `OUTBOUND_ALLOW` for captures of it */
  allow: string;
  /** The folder it is built from, which no packet may name */
  folder: string;
  /** The text of a file of the fixture without any change */
  read(file: string): Promise<string>;
  /** Serves the fixture with one change, until the next call; null for none */
  apply(change: SeededChange | null): Promise<void>;
}

function startVite(folder: string, framework: Exclude<Framework, 'html'>): Promise<ViteDevServer> {
  const { plugins = [], optimizeDeps = {}, ...more } = settings[framework];
  return createServer({
    configFile: false,
    root: folder,
    cacheDir: join(folder, '.cache'),
    logLevel: 'error',
    mode: 'development',
    css: { devSourcemap: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null, fs: { strict: false } },
    ...more,
    plugins,
    optimizeDeps: { ...optimizeDeps, noDiscovery: true },
  });
}

/** Bundles the stylesheets for older browsers, with a source map of its own. */
const buildStyles = (folder: string) =>
  build({
    entryPoints: [join(folder, 'styles/site.css')],
    outfile: join(folder, 'built/site.css'),
    bundle: true,
    minify: true,
    sourcemap: true,
    target: 'chrome100',
    logLevel: 'silent',
  });

/** Serves a copy of a fixture on loopback until the test file ends. */
export async function serveFixture(framework: Framework): Promise<ServedFixture> {
  const folder = await temporaryFolder(`seeded-${framework}-`);
  await cp(join(fixtures, framework), folder, { recursive: true });
  await symlink(modules, join(folder, 'node_modules'));
  let vite: ViteDevServer | null = null;
  const { origin, port, close } = await startHttpServer(async (request, response) => {
    if (vite !== null) return vite.middlewares(request, response);
    const path = new URL(request.url ?? '/', origin).pathname;
    const file = join(folder, path === '/' ? 'index.html' : path);
    const bytes = await readFile(file).catch(() => null);
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': types[extname(file)] ?? 'text/plain' });
    response.end(bytes ?? 'Not found');
  });
  atFileEnd(async () => {
    await vite?.close();
    await close();
  });
  const read = (file: string) => readFile(join(fixtures, framework, file), 'utf8');
  let changed: string | null = null;
  return {
    url: `${origin}/`,
    allow: `capture=127.0.0.1/32:${port}`,
    folder,
    read,
    async apply(change) {
      if (changed !== null) await writeFile(join(folder, changed), await read(changed));
      changed = change?.file ?? null;
      if (change !== null) {
        await writeFile(
          join(folder, change.file),
          (await read(change.file)).replace(change.find, () => change.replace),
        );
      }
      if (framework === 'html') await buildStyles(folder);
      else if (vite === null) vite = await startVite(folder, framework);
      else vite.moduleGraph.invalidateAll();
    },
  };
}
