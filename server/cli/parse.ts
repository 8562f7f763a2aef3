import { parseArgs } from 'node:util';
import { type Command, commonOptions, type Options, type Values } from './command.ts';
import { UsageError } from './failure.ts';

export interface CommandLine {
  /** The command's name; undefined when none is given. */
  name: string | undefined;
  /** The arguments without the command's name. */
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

/** Returns whether a client runs this as its agent is about to finish: exit code 2 would keep the agent from it. */
export function isAgentHook(args: readonly string[]): boolean {
  const { name, rest } = findCommand(args);
  return name === 'agent' && rest.includes('hook');
}

/** The option that also has a shorter name, which help leaves out. */
const withFullName = (word: string): string => word.replace(/^--shot(?=$|=)/, '--screenshot');

/** Parses a command's options and arguments. @throws UsageError that names the option or argument */
export function parseCommand(command: Pick<Command, 'name' | 'options'>, args: string[]) {
  const options: Options = { ...command.options, ...commonOptions };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type, multiple = false, short }]) => [
      name,
      short === undefined ? { type, multiple } : { type, multiple, short },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({
      args: args.map(withFullName),
      options: config,
      allowPositionals: true,
      strict: true,
    });
    return { values: values as Values<Options> & Values<typeof commonOptions>, words: positionals };
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('. To specify')[0] ?? error.message) : String(error);
    throw new UsageError(`${why.replace(/\.$/, '')}. See "sightline ${command.name} --help".`);
  }
}

/** Checks the number of arguments. @throws UsageError when there are too few or too many */
export function checkCount(command: Command, words: readonly string[]): void {
  const [least, most] = command.count;
  if (words.length >= least && words.length <= most) return;
  const what = words.length < least ? 'needs more than that' : 'takes fewer arguments';
  throw new UsageError(
    `"sightline ${command.name}" ${what}. Usage: "sightline ${`${command.name} ${command.arguments}`.trim()}". See "sightline ${command.name} --help".`,
  );
}

const shownBy = { review: 'list', baseline: 'baselines', connection: 'connections' };

/** Returns the id of the review, baseline or connection on the command line. @throws UsageError */
export function readId(words: readonly string[], what: keyof typeof shownBy = 'review'): string {
  const [word = ''] = words;
  if (/^[0-9a-z]{26}$/i.test(word)) return word.toUpperCase();
  throw new UsageError(
    `"${word}" is not a ${what}'s ID, which has 26 letters and digits. "sightline ${shownBy[what]}" shows them.`,
  );
}

/** Returns text that a header of a request can carry. @throws UsageError */
export function readHeaderText(text: string, from: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text.trim())) return text.trim();
  throw new UsageError(`${from} has characters that cannot be sent. Use letters, digits and signs of one line.`);
}

/** Returns a whole number within bounds. @throws UsageError */
export function readNumber(text: string, what: string, least: number, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new UsageError(`${what} must be a whole number from ${least} to ${most}, not "${text}".`);
}

/** Returns the ids of rules, from options that may each contain several. @throws UsageError when there is none */
export function readRules(given: readonly string[]): string[] {
  const ids = given.flatMap((text) => text.split(',')).map((id) => id.trim());
  const named = ids.filter((id) => id !== '');
  if (given.length > 0 && named.length === 0)
    throw new UsageError('No rule is named. "sightline checklist" lists them.');
  return named;
}

/** Returns the one of `choices` that an option's value is. @throws UsageError */
export function readChoice<Choice extends string>(option: string, choices: readonly Choice[], text: string): Choice {
  const choice = choices.find((each) => each === text);
  if (choice === undefined) throw new UsageError(`${option} must be one of ${choices.join(', ')}, not "${text}".`);
  return choice;
}
