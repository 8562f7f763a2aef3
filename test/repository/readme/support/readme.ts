import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const readme = read('README.md');
/** Returns a page of the documentation, by its name. */
export const pageOf = (name: string): string => read(`server/docs/${name}.md`);

/** The address in the examples: a service that `npm start` has started. */
export const exampleUrl = 'http://localhost:4000';

/** Returns the text under a heading, up to the next heading of the same rank or a higher one. */
export function sectionOf(heading: string, page = readme): string {
  const start = page.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`There is no "${heading}"`);
  const body = page.slice(start + heading.length + 2);
  const rank = heading.split(' ')[0]?.length ?? 0;
  const end = body.search(new RegExp(`^#{1,${rank}} `, 'm'));
  return end < 0 ? body : body.slice(0, end);
}

/** Returns the fenced blocks of a language in a part of the README, without a list's indentation. */
export function blocksOf(part: string, language: string): string[] {
  const fenced = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\``, 'gm');
  return [...part.matchAll(fenced)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Returns the cells of every row of the tables in a part of the README, without the table heads. */
export function rowsOf(part: string): string[][] {
  const lines = part.split('\n').filter((line) => line.startsWith('|'));
  const rows = lines.filter((line, at) => !/^\|[-|]+$/.test(line) && !/^\|[-|]+$/.test(lines[at + 1] ?? ''));
  return rows.map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the texts in backticks. */
export const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
