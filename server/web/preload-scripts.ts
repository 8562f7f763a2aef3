import type { Plugin, Rolldown } from 'vite';

/** Returns a chunk and all its static imports. */
function withImports(file: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const part = bundle[file];
  if (part?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  for (const each of part.imports) withImports(each, bundle, found);
  return found;
}

/** Vite's wrapper for dynamic imports, needed only for styles, which ours have none of. */
const HELPER = '\0vite/preload-helper.js';

/**
 * Adds the scripts of each page's static imports to its HTML, so that all are fetched at once, including those of a
 * script that the entry loads on its own. Vite's own preloading covers neither case.
 */
export function preloadScripts(): Plugin {
  return {
    name: 'preload-scripts',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load();' : null),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { chunk, bundle }) {
        if (chunk === undefined || bundle === undefined) return [];
        const { fileName, dynamicImports } = chunk;
        const begun = dynamicImports.length === 1 ? dynamicImports : [];
        const files = new Set([fileName, ...begun].flatMap((file) => [...withImports(file, bundle)]));
        files.delete(fileName);
        return [...files].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
