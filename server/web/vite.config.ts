import { fileURLToPath } from 'node:url';
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { preloadScripts } from './preload-scripts.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Builds pages without inline script or style, which the service's policy forbids. */
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
      input: ['review', 'guest', 'home', 'workspace', 'no-review', '404', 'connect', 'setup'].map((name) =>
        here(`${name}.html`),
      ),
    },
  },
});
