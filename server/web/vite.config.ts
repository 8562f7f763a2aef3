import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { preloadScripts } from './preload-scripts.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Pages without a line of inline script or style: the service serves them under a strict policy. */
export default defineConfig({
  root: here('.'),
  base: '/',
  publicDir: false,
  plugins: [preact({ devToolsEnabled: false }), preloadScripts(), compressAssets()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2022',
    rolldownOptions: {
      input: ['review', 'guest', 'home', 'workspace', 'gone', 'nowhere', 'connect', 'setup'].map((name) =>
        here(`${name}.html`),
      ),
    },
  },
});
