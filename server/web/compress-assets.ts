import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const packed = [
  ['br', promisify(brotliCompress)],
  ['gz', promisify(gzip)],
] as const;

/** Smaller files fit one packet uncompressed. */
const WORTH_IT = 1_000;

/** Writes a compressed copy of every script and style, so that no request compresses them. */
export function compressAssets(): Plugin {
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
