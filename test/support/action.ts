import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
export const bundlePath = join(root, 'action/dist/index.js');

export interface ActionRun {
  exitCode: number;
  outputs: Record<string, string>;
  /** The job's summary, as Markdown. */
  summary: string;
  /** The job's log as people see it: masked values are `***`. */
  log: string;
  /** The log as the Action wrote it, without the lines that name the values to mask. */
  rawLog: string;
  /** The values that it asked to mask. */
  secrets: string[];
  /** The secrets that the runner gave it in the environment. */
  given: { githubToken: string; requestToken: string };
}

/** Returns the inputs that `action.yml` declares, with their defaults. */
export async function declaredInputs(): Promise<Record<string, string>> {
  const { inputs } = parse(await readFile(join(root, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: unknown }>;
  };
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, String(input.default ?? '')]));
}

/**
 * Loaded before the bundle. Shortens the pauses of `node:timers/promises` to a fiftieth, except those with options,
 * which the capture uses between two checks of a page.
 */
const shorten = `import timers from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
const pause = timers.setTimeout;
timers.setTimeout = (ms, ...more) => pause(more.length === 0 ? ms / 50 : ms, ...more);
syncBuiltinESMExports();`;
const shortPauses = `--import=data:text/javascript,${encodeURIComponent(shorten)}`;

/**
 * Runs the built Action as a runner does: a separate process, inputs and event in the environment, outputs and summary
 * in files. `env` is what the runner sets for the job. Missing inputs get the default of `action.yml`.
 */
export async function runAction(options: {
  env: Record<string, string>;
  inputs: Record<string, string>;
  /** The job's token (`github.token`), default of the input `github-token`. */
  githubToken: string;
  /** The checked-out repository. Default: an empty folder. */
  workspace?: string;
  /** Receives each line of the log as it is written. */
  onLine?: (line: string) => void;
  /** Whether to shorten the pauses between two tries and after writing a comment. */
  shortPauses?: boolean;
}): Promise<ActionRun> {
  const temp = await mkdtemp(join(tmpdir(), 'action-'));
  try {
    const files = { output: join(temp, 'output'), summary: join(temp, 'summary') };
    for (const file of Object.values(files)) await writeFile(file, '');
    const inputs = { ...(await declaredInputs()), ...options.inputs };
    if (inputs['github-token'] === '${{ github.token }}') inputs['github-token'] = options.githubToken;
    const env: Record<string, string> = {
      PATH: process.env.PATH ?? '',
      HOME: temp,
      ...options.env,
      GITHUB_WORKSPACE: options.workspace ?? temp,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
    };
    for (const [name, value] of Object.entries(inputs)) env[`INPUT_${name.toUpperCase()}`] = value;
    const { exitCode, log, rawLog, secrets } = await start(env, options.workspace ?? temp, options);
    return {
      exitCode,
      log,
      rawLog,
      secrets,
      given: {
        githubToken: inputs['github-token'] ?? '',
        requestToken: options.env.ACTIONS_ID_TOKEN_REQUEST_TOKEN ?? '',
      },
      outputs: parseOutputs(await readFile(files.output, 'utf8')),
      summary: await readFile(files.summary, 'utf8'),
    };
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
}

function start(
  env: Record<string, string>,
  cwd: string,
  { onLine, shortPauses: isShort = false }: Pick<Parameters<typeof runAction>[0], 'onLine' | 'shortPauses'>,
): Promise<Pick<ActionRun, 'exitCode' | 'log' | 'rawLog' | 'secrets'>> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...(isShort ? [shortPauses] : []), bundlePath], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const masks: string[] = [];
    const lines: string[] = [];
    const raw: string[] = [];
    let rest = '';
    const take = (line: string) => {
      const secret = /^::add-mask::(.*)$/.exec(line)?.[1];
      if (secret !== undefined) return void masks.push(secret);
      raw.push(line);
      const shown = masks.reduce((text, mask) => text.replaceAll(mask, '***'), line);
      lines.push(shown);
      onLine?.(shown);
    };
    const read = (chunk: string) => {
      const parts = (rest + chunk).split('\n');
      rest = parts.pop() ?? '';
      parts.forEach(take);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', reject);
    child.on('close', (code) => {
      if (rest !== '') take(rest);
      resolve({ exitCode: code ?? 1, log: lines.join('\n'), rawLog: raw.join('\n'), secrets: masks });
    });
  });
}

/** Parses the file behind GITHUB_OUTPUT: `name<<end`, the value, `end`. */
function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const match of text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)) outputs[match[1] ?? ''] = match[3] ?? '';
  return outputs;
}
