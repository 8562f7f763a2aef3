import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const readme = read('README.md');
/** A page of the documentation, by its name. */
export const pageOf = (name: string): string => read(`server/docs/${name}.md`);

/** The address that the examples name: of a service that `npm start` has started. */
export const exampleUrl = 'http://localhost:4000';

/** What stands under a heading, up to the next one of the same rank or a higher one. */
export function sectionOf(heading: string, page = readme): string {
  const start = page.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`There is no "${heading}"`);
  const body = page.slice(start + heading.length + 2);
  const rank = heading.split(' ')[0]?.length ?? 0;
  const end = body.search(new RegExp(`^#{1,${rank}} `, 'm'));
  return end < 0 ? body : body.slice(0, end);
}

/** The fenced blocks of a language in a part of the README; those of a list without its indentation. */
export function blocksOf(part: string, language: string): string[] {
  const fenced = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^\\1\`\`\``, 'gm');
  return [...part.matchAll(fenced)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** The cells of every row of the tables in a part of the README, without their heads. */
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

/** What stands in backticks. */
export const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
