import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import { imageFirst } from './image-first.ts';

const packed = [
  ['br', promisify(brotliCompress)],
  ['gz', promisify(gzip)],
] as const;

/** Smaller files fit one packet uncompressed. */
const WORTH_IT = 1_000;

/** Writes a compressed copy of every script and style, so that no request compresses them. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    generateBundle: {
      // Runs last: Vite writes the list of dynamic imports at the very end.
      order: 'post',
      async handler(_options, bundle) {
        for (const [fileName, item] of Object.entries(bundle)) {
          if (!/\.(js|css|svg)$/.test(fileName)) continue;
          const plain = item.type === 'chunk' ? item.code : item.source;
          if (plain.length < WORTH_IT) continue;
          for (const [ending, pack] of packed) {
            this.emitFile({ type: 'asset', fileName: `${fileName}.${ending}`, source: await pack(plain) });
          }
        }
      },
    },
  };
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const pages = ['review', 'guest', 'home', 'workspace', 'no-review', '404', 'connect', 'setup'];

/** Builds pages without inline script or style, which the service’s policy forbids, except what shows the first image. */
export default defineConfig({
  root: here('.'),
  base: '/',
  publicDir: false,
  plugins: [preact({ devToolsEnabled: false }), imageFirst(), compressAssets()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      // The service puts it into the frame's HTML.
      output: { entryFileNames: ({ name }) => (name === 'bridge' ? 'bridge.js' : 'assets/[name]-[hash].js') },
      input: {
        start: here('review/start.ts'),
        bridge: here('frame/bridge.ts'),
        ...Object.fromEntries(pages.map((name) => [name, here(`${name}.html`)])),
      },
    },
  },
});
