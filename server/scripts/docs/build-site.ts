import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build } from 'esbuild';
import MiniSearch from 'minisearch';
import { searchOptions } from '../../web/help/search-options.ts';
import { type Layout, layOut } from './layout.ts';
import { linkPage, placeOf } from './links.ts';
import { arrange } from './navigation.ts';
import { type Passage, passagesOf, readPage } from './read-page.ts';

const pack = promisify(gzip);
const root = join(import.meta.dirname, '../../..');
const folder = 'server/docs';

/** Why there is no site: links or images that lead nowhere, one on each line. */
export class BrokenDocs extends Error {}

async function readPages(): Promise<Layout['pages']> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.md')).toSorted();
  const pages = names.map(async (file) => {
    const name = file.slice(0, -'.md'.length);
    return [name, readPage(name, await readFile(join(root, folder, file), 'utf8'))] as const;
  });
  return new Map(await Promise.all(pages));
}

function indexOf(passages: readonly Passage[]): string {
  const search = new MiniSearch<Passage>(searchOptions);
  search.addAll(passages);
  return JSON.stringify(search);
}

/** Bundles the script and the styles, which import the product's own. */
async function bundle(to: string): Promise<void> {
  await build({
    entryPoints: [
      { in: join(root, 'server/web/help/main.ts'), out: 'help' },
      { in: join(root, 'server/web/help/help.css'), out: 'help' },
    ],
    outdir: to,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  });
}

/** Empties the folder. Removes only what an earlier run wrote. */
async function empty(to: string): Promise<void> {
  const there = await readdir(to).catch((): string[] => []);
  if (there.length > 0 && !there.includes('search.json')) {
    throw new BrokenDocs(`${to} holds something else: name a new or an empty folder.`);
  }
  await rm(to, { recursive: true, force: true });
}

/**
 * Writes the documentation as static pages into an empty folder or that of an earlier run. All links are relative, and
 * nothing is loaded from another host.
 * @returns how many pages there are, and a sentence about each link that leads nowhere
 * @throws BrokenDocs when a link leads nowhere, unless the site is for the service, which starts nevertheless
 */
export async function buildSite(
  to: string,
  { inService, source = null, pages: given }: { inService: boolean; source?: string | null; pages?: Layout['pages'] },
): Promise<{ pages: number; problems: string[] }> {
  const pages = given ?? (await readPages());
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const layout = { navigation: arrange([...pages.keys()]), pages, version, inService, source };
  const linked = [...pages.values()].map((page) => ({ page, ...linkPage(page, pages, root, folder) }));
  const problems = linked.flatMap((each) => each.problems);
  if (problems.length > 0 && !inService) throw new BrokenDocs(problems.join('\n'));

  await empty(to);
  await mkdir(join(to, 'images'), { recursive: true });
  await mkdir(join(to, 'files'));
  const text = async (name: string, content: string): Promise<void> => {
    await writeFile(join(to, name), content);
    await writeFile(join(to, `${name}.gz`), await pack(content));
  };
  const files = new Set(linked.flatMap((each) => each.files));
  await Promise.all([
    bundle(to),
    text('search.json', indexOf([...pages.values()].flatMap(passagesOf))),
    copyFile(join(root, 'server/web/icon.svg'), join(to, 'icon.svg')),
    ...linked.map(({ page, html }) => text(`${page.name}.html`, layOut(layout, page, html))),
    ...[...files].map((file) => copyFile(join(root, file), join(to, placeOf(file)))),
    ...(await readdir(join(root, folder, 'images'))).map((name) =>
      copyFile(join(root, folder, 'images', name), join(to, 'images', name)),
    ),
  ]);
  return { pages: pages.size, problems };
}
