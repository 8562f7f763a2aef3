import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, pageOf, readme, root } from '../../readme/support/readme.ts';

export interface Block {
  page: string;
  text: string;
}

/** The names of all pages of the documentation. */
export const pageNames: readonly string[] = readdirSync(join(root, 'server/docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

/** Every page and the README, by name. */
export const pages: ReadonlyMap<string, string> = new Map([
  ['README', readme],
  ...pageNames.map((name) => [name, pageOf(name)] as const),
]);

/** Every block of shell commands that the documentation shows. */
export const shellBlocks: readonly Block[] = [...pages].flatMap(([page, text]) =>
  blocksOf(text, 'sh').map((block) => ({ page, text: block })),
);

/** Returns the only block of a page that begins like this. */
export function block(page: string, begin: string): string {
  const found = shellBlocks.filter((each) => each.page === page && each.text.startsWith(begin));
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`${page} has ${found.length} blocks that begin "${begin}"`);
  return only.text;
}

/** Returns the commands of a block, without comments. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'));
