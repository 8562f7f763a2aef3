import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const packed = [
  ['br', promisify(brotliCompress)],
  ['gz', promisify(gzip)],
] as const;

/** Smaller ones fit a packet as they are. */
const WORTH_IT = 1_000;

/** Lays a packed copy beside every script and style, so that nobody has to pack them at each request. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    generateBundle: {
      // After all others: what imports a part of the page later is written into a script at the very end.
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
