import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const suite = dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json')));

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

export interface Found {
  /** The checks of each scenario, in order. */
  scenarios: Map<string, Check[]>;
}

interface Outcome extends Found {
  exitCode: number | null;
  printed: string;
}

const folderName = /^(?:authorization-server|server)-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

async function readResults(folder: string): Promise<Map<string, Check[]>> {
  const scenarios = new Map<string, Check[]>();
  for (const name of (await readdir(folder)).sort()) {
    const [, scenario] = folderName.exec(name) ?? [];
    if (scenario === undefined) throw new Error(`The suite wrote ${name}, which is no result`);
    // A scenario that crashes writes no result.
    const broken = JSON.stringify([{ id: 'no-result', status: 'FAILURE' }]);
    const written = await readFile(join(folder, name, 'checks.json'), 'utf8').catch(() => broken);
    scenarios.set(scenario, JSON.parse(written) as Check[]);
  }
  return scenarios;
}

/**
 * Runs the official suite in a separate process. `watch` gets that process and a function that returns its output so
 * far.
 */
export async function runConformance(
  args: string[],
  watch: (child: ChildProcess, printed: () => string) => void = () => {},
): Promise<Outcome> {
  const folder = await temporaryFolder('sightline-conformance-');
  const child = spawn(process.execPath, [join(suite, 'dist/index.js'), ...args, '-o', folder], {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (text: string): void => {
    printed += text;
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const ended = once(child, 'close');
  watch(child, () => printed);
  const [exitCode] = (await ended) as [number | null];
  return { exitCode, printed, scenarios: await readResults(folder) };
}

/** Returns the scenarios that a revision requires of servers, from the suite's own fixed list. */
export async function requiredOf(revision: string): Promise<string[]> {
  const lines = (await readFile(join(suite, 'requirements', `${revision}.yaml`), 'utf8')).split('\n');
  const from = lines.indexOf('server:') + 1;
  const to = lines.findIndex((line, at) => at > from && /^\w/.test(line));
  return lines.slice(from, to).flatMap((line) => /^ {2}- (\S+)$/.exec(line)?.[1] ?? []);
}

/** Returns the scenarios that have a check with this status. */
export const withAny = ({ scenarios }: Found, status: Check['status']): string[] =>
  [...scenarios].flatMap(([name, checks]) => (checks.some((check) => check.status === status) ? [name] : []));

export const failsIn = ({ scenarios }: Found, name: string): boolean =>
  scenarios.get(name)?.some(({ status }) => status === 'FAILURE') ?? false;
