import type { Plugin, Rolldown } from 'vite';

/** The file and all that it imports, those that it imports later left out. */
function withImports(file: string, bundle: Rolldown.OutputBundle, found = new Set<string>()): Set<string> {
  const part = bundle[file];
  if (part?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  for (const each of part.imports) withImports(each, bundle, found);
  return found;
}

/** What Vite wraps imports for later in: for styles of theirs, which none of ours has. */
const HELPER = '\0vite/preload-helper.js';

/**
 * Names in each page's HTML the scripts that its own imports, so that all are fetched at once; and where that one only
 * starts another when something else is seen, those of the other too. Vite's own way does not see that other, and brings
 * a script of its own along, which is left out.
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
