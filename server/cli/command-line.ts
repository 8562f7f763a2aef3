import { readFileSync } from 'node:fs';
import type { Command, Context } from './command.ts';
import { commands } from './commands.ts';
import { readConfig } from './config-file.ts';
import { exitCode } from './exit-code.ts';
import { type Origin, toFailure, UsageError } from './failure.ts';
import { commandHelp, generalHelp } from './help.ts';
import { checkCount, findCommand, isAgentHook, parseCommand, readHeaderText } from './parse.ts';
import { chooseToken, createSession, readAddress } from './session.ts';
import type { Terminal } from './terminal.ts';

const defaultUrl = 'http://localhost:4000';

function version(): string {
  const { version: own } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(own);
}

function findNamed(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}". See "sightline --help".`);
  return command;
}

async function createContext(
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  flags: { url?: string; token?: string },
  origin: Origin,
): Promise<Context> {
  const config = await readConfig(env);
  const named = flags.url === undefined ? env.SIGHTLINE_URL || undefined : flags.url;
  const from = flags.url === undefined ? 'SIGHTLINE_URL' : '--url';
  const url = named === undefined ? (config.url ?? defaultUrl) : readAddress(named, from);
  const tokenFrom = flags.token === undefined ? 'SIGHTLINE_TOKEN' : '--token';
  const given = flags.token ?? (env.SIGHTLINE_TOKEN || null);
  const givenToken = given === null ? null : readHeaderText(given, tokenFrom);
  const login = config.services[url] ?? null;
  for (const secret of [givenToken, ...Object.values(config.services).map(({ token }) => token)]) {
    terminal.hide(secret ?? '');
  }
  origin.url = url;
  origin.tokenFrom = givenToken === null ? 'the login' : tokenFrom;
  const session = () => createSession(url, chooseToken(url, givenToken, login), terminal.note);
  return { terminal, env, url, givenToken, login, session };
}

async function run(
  args: readonly string[],
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
  origin: Origin,
): Promise<number> {
  const { name, rest } = findCommand(args);
  if (name === undefined) {
    if (rest.includes('--version')) terminal.print(version());
    else terminal.print(generalHelp(commands));
    return rest.some((word) => ['--help', '-h', '--version'].includes(word)) ? exitCode.done : exitCode.usage;
  }
  if (name === 'help') {
    const topic = rest.find((word) => !word.startsWith('-'));
    terminal.print(topic === undefined ? generalHelp(commands) : commandHelp(findNamed(topic)));
    return exitCode.done;
  }
  const command = findNamed(name);
  const { values, words } = parseCommand(command, rest);
  if (values.help === true) {
    terminal.print(commandHelp(command));
    return exitCode.done;
  }
  checkCount(command, words);
  const context = await createContext(terminal, env, values, origin);
  const result = await command.run(context, words, values);
  if (terminal.json) terminal.document(result.document);
  else if (result.text !== '') terminal.print(result.text);
  return result.exitCode ?? exitCode.done;
}

/** Runs a command and prints its result or error. Returns the exit code. */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const origin: Origin = { url: defaultUrl, tokenFrom: 'the login' };
  try {
    return await run(args, terminal, env, origin);
  } catch (error) {
    const failure = toFailure(error, origin);
    terminal.note(`${terminal.paint('Error:', 'red')} ${failure.message}`);
    if (terminal.json) terminal.document(failure.document);
    return isAgentHook(args) ? exitCode.error : failure.exitCode;
  }
}
