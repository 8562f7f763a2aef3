import { parseArgs } from 'node:util';
import { type Command, commonOptions, type Options, type Values } from './command.ts';
import { UsageError } from './failure.ts';

export interface CommandLine {
  /** undefined when none is named. */
  name: string | undefined;
  /** Without the command's name. */
  rest: string[];
}

/** Finds the command's name: the first word that is neither an option nor the value of one. */
export function findCommand(args: readonly string[]): CommandLine {
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--url' || word === '--token') at += 1;
    else if (!word.startsWith('-')) return { name: word, rest: args.toSpliced(at, 1) };
  }
  return { name: undefined, rest: [...args] };
}

/** @throws UsageError naming the option or argument */
export function parseCommand(command: Pick<Command, 'name' | 'options'>, args: string[]) {
  const options: Options = { ...command.options, ...commonOptions };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false, short }]) => [
      name,
      short === undefined ? { type, multiple } : { type, multiple, short },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options: config, allowPositionals: true, strict: true });
    return { values: values as Values<Options> & Values<typeof commonOptions>, words: positionals };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('. To specify')[0] ?? error.message) : String(error);
    throw new UsageError(`${why.replace(/\.$/, '')}. See "sightline ${command.name} --help".`);
  }
}

/** @throws UsageError when there are too few or too many arguments */
export function checkCount(command: Command, words: readonly string[]): void {
  const [least, most] = command.count;
  if (words.length >= least && words.length <= most) return;
  const what = words.length < least ? 'needs more than that' : 'takes fewer arguments';
  throw new UsageError(
    `"sightline ${command.name}" ${what}: sightline ${`${command.name} ${command.arguments}`.trim()}. See "sightline ${command.name} --help".`,
  );
}

const shownBy = { review: 'list', connection: 'connections' };

/** The review or connection named on the command line. @throws UsageError */
export function readId(words: readonly string[], what: keyof typeof shownBy = 'review'): string {
  const [word = ''] = words;
  if (/^[0-9a-z]{26}$/i.test(word)) return word.toUpperCase();
  throw new UsageError(
    `"${word}" is not a ${what}'s ID, which has 26 letters and digits. "sightline ${shownBy[what]}" shows them.`,
  );
}

/** A whole number within bounds. @throws UsageError */
export function readNumber(text: string, what: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${what} must be a whole number from ${least} to ${most}, not "${text}".`);
}

/** Ids of rules, from options that may hold several each. @throws UsageError when there is none */
export function readRules(given: readonly string[]): string[] {
  const ids = given.flatMap((text) => text.split(',')).map((id) => id.trim());
  const named = ids.filter((id) => id !== '');
  if (given.length > 0 && named.length === 0)
    throw new UsageError('No rule is named. "sightline checklist" lists them.');
  return named;
}
