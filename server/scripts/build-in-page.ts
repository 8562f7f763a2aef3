/**
 * Bundles what the capture runs inside pages into `server/capture/in-page/dist`, which the Action's build and the
 * published package contain. Each bundle is one expression, whose value is the object that its entry assigns to
 * `functions`.
 */
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = join(import.meta.dirname, '../capture/in-page');

await build({
  entryPoints: [join(folder, 'page.ts'), join(folder, 'frame.ts')],
  outdir: join(folder, 'dist'),
  bundle: true,
  format: 'iife',
  target: 'esnext',
  // Names stay readable in error messages.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
  tsconfigRaw: {},
  banner: { js: '(() => { let functions;' },
  footer: { js: 'return functions; })()' },
});
