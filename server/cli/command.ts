import type { Login } from './config-file.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

export interface Option {
  type: 'string' | 'boolean';
  multiple?: true;
  short?: string;
  /** The placeholder for the value of a string option in help. */
  value?: string;
  help: string;
}

export type Options = Record<string, Option>;

/** The given values of the options. */
export type Values<Declared extends Options> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends { type: 'boolean' }
    ? boolean
    : Declared[Name] extends { multiple: true }
      ? string[]
      : string;
};

export const commonOptions = {
  url: { type: 'string', value: 'URL', help: 'The service’s address (SIGHTLINE_URL; default: of the last login)' },
  token: { type: 'string', value: 'TOKEN', help: 'The token (better in SIGHTLINE_TOKEN: others can read arguments)' },
  json: { type: 'boolean', help: 'One JSON document on stdout and nothing else there' },
  help: { type: 'boolean', short: 'h', help: 'This text' },
} as const satisfies Options;

export interface Result {
  /** For `--json`. */
  document: unknown;
  /** For people; empty when everything was already printed. */
  text: string;
  /** Default 0. */
  exitCode?: number;
}

export interface Context {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  url: string;
  /** A token from a flag or the environment. */
  givenToken: string | null;
  /** The stored login for `url`. */
  login: Login | null;
  /** Returns a session. @throws CommandError when there is no token */
  session(): Session;
}

export interface Command {
  name: string;
  /** The arguments as help shows them, for example `ID MARK...`. */
  arguments: string;
  /** How many arguments it takes, `[least, most]`. */
  count: readonly [number, number];
  summary: string;
  details?: string;
  examples?: readonly string[];
  options: Options;
  run(context: Context, words: readonly string[], values: Values<Options>): Promise<Result>;
}

export function defineCommand<const Declared extends Options>(
  command: Omit<Command, 'options' | 'run'> & {
    options: Declared;
    run(context: Context, words: readonly string[], values: Values<Declared>): Promise<Result>;
  },
): Command {
  // The parser fills in what `options` declares, so the values have that shape.
  return { ...command, run: (context, words, values) => command.run(context, words, values as Values<Declared>) };
}
