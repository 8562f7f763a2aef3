import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { runCommandLine } from '../../../../server/cli/command-line.ts';
import { createTerminal } from '../../../../server/cli/terminal.ts';
import { png } from '../../../support/factories.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../../..');
const launcher = join(root, 'server/cli/sightline.mjs');
/** The compile cache that all runs of the command line share. */
const compiled = join(root, 'node_modules/.cache/cli');

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** What it has written so far. */
  written(): Omit<Ran, 'code'>;
  ended: Promise<Ran>;
}

interface RunOptions {
  /** The folder in which it runs; default: the home folder. */
  cwd?: string;
  env?: Record<string, string>;
  input?: string;
}

/** The command line of one person, with a home and configuration of their own. */
export interface Cli {
  home: string;
  configFile: string;
  /** Starts it as a process of its own. */
  start(args: readonly string[], options?: RunOptions): Running;
  /** Runs it in this process, in its folder and with its environment. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs with `--json` and parses the output. */
  json<Document = Record<string, unknown>>(
    args: readonly string[],
    options?: RunOptions,
  ): Promise<{ code: number | null; document: Document; stderr: string }>;
  /** Writes an image of one colour into the home folder and returns its path. */
  image(name: string, colour?: string): Promise<string>;
  file(name: string, content: string | Buffer): Promise<string>;
}

const mayShowToken = (args: readonly string[]) =>
  args.includes('--json') && (args.includes('login') || args.includes('rotate-token'));

/** Throws when a run printed a token that it may not show. */
async function refuseSecrets(args: readonly string[], configFile: string, before: string, ran: Ran): Promise<void> {
  if (mayShowToken(args)) return;
  const after = await readFile(configFile, 'utf8').catch(() => '');
  for (const [token] of `${before}${after}`.matchAll(/slt_[0-9A-Za-z]+/g)) {
    if (`${ran.stdout}${ran.stderr}`.includes(token)) throw new Error(`sightline ${args[0]} printed a token`);
  }
}

async function runHere(args: readonly string[], cwd: string, env: Record<string, string>, input = ''): Promise<Ran> {
  const written = { stdout: [] as string[], stderr: [] as string[] };
  const streams = {
    stdin: Readable.from([input]),
    stdout: { write: (text: string) => written.stdout.push(text) },
    stderr: { write: (text: string) => written.stderr.push(text) },
  };
  const before = process.cwd();
  process.chdir(cwd);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    const code = await runCommandLine(args, createTerminal(args.includes('--json'), env, streams), env);
    return { code, stdout: written.stdout.join(''), stderr: written.stderr.join('') };
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
  }
}

export async function createCli(env: Record<string, string> = {}): Promise<Cli> {
  const home = await temporaryFolder('cli-');
  const configFile = join(home, 'config/sightline/config.json');
  const environment = (options: RunOptions) => ({
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_CACHE_HOME: compiled,
    ...env,
    ...options.env,
  });
  const cli: Cli = {
    home,
    configFile,
    start(args, options = {}) {
      const child = spawn(process.execPath, [launcher, ...args], {
        cwd: options.cwd ?? home,
        env: environment(options),
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.stdin.end(options.input ?? '');
      const ended = new Promise<Ran>((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (code) => resolve({ code, stdout, stderr }));
      });
      return { child, ended, written: () => ({ stdout, stderr }) };
    },
    async run(args, options = {}) {
      const before = await readFile(configFile, 'utf8').catch(() => '');
      const ran = await runHere(args, options.cwd ?? home, environment(options), options.input);
      const given = [before, env.SIGHTLINE_TOKEN, options.env?.SIGHTLINE_TOKEN, ...args].join(' ');
      await refuseSecrets(args, configFile, given, ran);
      return ran;
    },
    async json(args, options) {
      const { code, stdout, stderr } = await cli.run([...args, '--json'], options);
      return { code, stderr, document: JSON.parse(stdout) };
    },
    image: async (name, colour) => cli.file(name, await png(colour)),
    async file(name, content) {
      const path = join(home, name);
      await writeFile(path, content);
      return path;
    },
  };
  return cli;
}
