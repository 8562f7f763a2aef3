import { commonOptions, type Options } from '../../cli/command.ts';
import { commands as all } from '../../cli/commands.ts';
import { exitCodeHelp } from '../../cli/exit-code.ts';
import { code, table } from './table.ts';

function optionsOf(options: Options): string {
  const rows = Object.entries(options).map(([name, { short, value, multiple, help }]) => [
    `${short === undefined ? '' : `${code(`-${short}`)}, `}${code(`--${name}${value === undefined ? '' : ` ${value}`}`)}`,
    multiple === true ? `${help} (may be repeated)` : help,
  ]);
  return rows.length === 0 ? '' : table(['option', ''], rows);
}

export function commands(): string {
  const parts = all.map(({ name, arguments: words, summary, details, options }) =>
    [`### ${name}`, `${code(`sightline ${name} ${words}`.trim())}: ${summary}.`, details ?? '', optionsOf(options)]
      .filter((part) => part !== '')
      .join('\n\n'),
  );
  return ['### Options of every command', optionsOf(commonOptions), ...parts].join('\n\n');
}

export const exitCodes = (): string =>
  table(
    ['code', ''],
    [...exitCodeHelp, '130  interrupted'].map((line) => {
      const [number = '', ...words] = line.split(/ {2}/);
      return [number, words.join(' ').trim()];
    }),
  );
