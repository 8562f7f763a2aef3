import type { Limit, Operation } from '../../contract/define-operation.ts';
import { operations as all } from '../../contract/index.ts';
import { tagOf, tags } from '../../faces/openapi/tags.ts';
import { code, table } from './table.ts';

const span = (seconds: number): string =>
  ({ 60: 'minute', 600: '10 minutes', 3600: 'hour', 86400: 'day' })[seconds] ?? `${seconds} s`;
export const limitText = ({ max, seconds }: Limit): string =>
  `${max} in ${span(seconds) === 'minute' ? 'a minute' : span(seconds)}`;

const listed = Object.values<Operation>(all);
const byTag: Record<string, string | undefined> = tagOf;

function rowsOf(operations: readonly Operation[]): string[][] {
  return operations.map(({ name, title, rest, tool, limits }) => [
    code(name),
    rest === null ? '' : code(`${rest.method} ${rest.path}`),
    tool === null ? '' : 'yes',
    limits.map(limitText).join(', '),
    title,
  ]);
}

const head = ['operation', 'REST', 'MCP tool', 'limit', ''];

/** Every operation by its noun, and what is an MCP tool alone. */
export function operations(): string {
  const sections = tags.map(({ name, description }) => {
    const own = listed.filter((operation) => byTag[operation.name] === name);
    return `## ${name}\n\n${description}\n\n${table(head, rowsOf(own))}`;
  });
  const alone = listed.filter(({ rest }) => rest === null);
  return [...sections, `## For models alone\n\n${table(head, rowsOf(alone))}`].join('\n\n');
}
