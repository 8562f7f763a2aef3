import type { Command, Options } from './command.ts';
import { commonOptions } from './command.ts';
import { exitCodeHelp } from './exit-code.ts';
import { table } from './text.ts';

const indent = (text: string) => text.replace(/^(?=.)/gm, '  ');

function optionRows(options: Options): string[][] {
  return Object.entries(options).map(([name, { short, value, multiple, help }]) => [
    `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    multiple === true ? `${help} (may be repeated)` : help,
  ]);
}

export function commandHelp(command: Command): string {
  const own = optionRows(command.options);
  return [
    `${command.summary}\n`,
    `Usage: sightline ${[command.name, command.arguments, '[options]'].filter((part) => part !== '').join(' ')}\n`,
    ...(command.details === undefined ? [] : [`${command.details}\n`]),
    'Options:',
    indent(table([...own, ...optionRows(commonOptions)])),
    ...(command.examples === undefined ? [] : ['\nExamples:', indent(command.examples.join('\n'))]),
  ].join('\n');
}

export function generalHelp(commands: readonly Command[]): string {
  return [
    'Ask a person to look at your work, from the command line.\n',
    'Usage: sightline COMMAND [options]\n',
    'Commands:',
    indent(table(commands.map(({ name, arguments: words, summary }) => [`${name} ${words}`.trim(), summary]))),
    '\nServers:',
    indent(table([['serve', 'Start the service itself, set by environment variables']])),
    '\nOptions of every command:',
    indent(table(optionRows(commonOptions))),
    '\nExit codes:',
    indent(exitCodeHelp.join('\n')),
    '\nRun "sightline COMMAND --help" for details. NO_COLOR turns colours off.',
  ].join('\n');
}
