import type { Limit, Operation } from '../../contract/define-operation.ts';
import { groups } from '../../contract/groups.ts';
import { operations as all } from '../../contract/index.ts';
import { code, table } from './table.ts';

const span = (seconds: number): string =>
  ({ 60: 'minute', 600: '10 minutes', 3600: 'hour', 86400: 'day' })[seconds] ?? `${seconds} s`;
export const limitText = ({ max, seconds }: Limit): string => `${max} per ${span(seconds)}`;

const listed = Object.values<Operation>(all);

function rowsOf(operations: readonly Operation[]): string[][] {
  return operations.map(({ name, title, rest, tool, limits }) => [
    code(name),
    rest === null ? '' : code(`${rest.method} ${rest.path}`),
    tool === null ? '' : tool.app === true ? 'for the App' : 'yes',
    limits.map(limitText).join(', '),
    title,
  ]);
}

const head = ['operation', 'REST', 'MCP tool', 'limit', ''];

export const operations = (): string =>
  groups
    .map(({ name, description }) => {
      const own = listed.filter(({ group }) => group === name);
      return `## ${name}\n\n${description}\n\n${table(head, rowsOf(own))}`;
    })
    .join('\n\n');
