import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Bench, Pull } from '../../../../github/action/support/bench.ts';
import { readWorkflow, type Step, type Workflow } from './read-workflow.ts';

export const exec = promisify(execFile);
export const git = async (cwd: string, ...args: string[]) => (await exec('git', ['-C', cwd, ...args])).stdout.trim();

const examples = join(import.meta.dirname, '../../../../../action/examples');

export function readFixer(file: string): Workflow & { text: string } {
  const path = join(examples, file);
  return { text: readFileSync(path, 'utf8'), ...readWorkflow(path) };
}

export const fixerFiles = async (): Promise<string[]> =>
  (await readdir(examples)).filter((file) => file.startsWith('fix-'));

/** Creates a remote with a branch `change`, and a working copy for each job that checks it out. */
export async function seedOrigin(folder: string, ...jobs: string[]): Promise<{ origin: string; copies: string[] }> {
  const origin = await mkdtemp(join(folder, 'origin-'));
  const seed = await mkdtemp(join(folder, 'seed-'));
  await exec('git', ['init', '-q', '-b', 'change', seed]);
  await writeFile(join(seed, 'button.css'), 'a { color: red }\n');
  await writeFile(join(seed, '.gitignore'), '.gemini/\n');
  await git(seed, 'add', '.');
  await git(seed, '-c', 'user.name=a', '-c', 'user.email=a@x.test', 'commit', '-qm', 'Red');
  await exec('git', ['clone', '-q', '--bare', seed, origin]);
  const copies = jobs.map((job) => `${origin}-${job}`);
  for (const copy of copies) await exec('git', ['clone', '-q', '-b', 'change', origin, copy]);
  return { origin, copies };
}

export type Job = Awaited<ReturnType<typeof startJob>>;

/** The machine of a job: the environment of its steps, and the files through which they pass values on. */
export async function startJob(
  bench: Bench,
  folder: string,
  pull: Pull,
  id: string,
  cwd: string,
  url = bench.service.url,
) {
  const temp = await mkdtemp(join(folder, 'job-'));
  const run = await bench.github.startRun({
    repository: pull.repository,
    pullRequest: pull.number,
    event: 'workflow_dispatch',
  });
  const values: Record<string, string> = {
    'vars.SIGHTLINE_URL': url,
    'inputs.review_id': id,
    'inputs.pull_request': String(pull.number),
    'inputs.head_branch': 'change',
    'runner.temp': temp,
    'github.repository': pull.repository,
    'secrets.COPILOT_TOKEN': 'github_pat_person',
    'github.actor': 'sightline[bot]',
  };
  const fill = (text: string) => text.replace(/\$\{\{ (.*?) \}\}/g, (whole, name: string) => values[name] ?? whole);
  const files = { GITHUB_ENV: join(temp, 'env'), GITHUB_OUTPUT: join(temp, 'output') };
  for (const file of Object.values(files)) await writeFile(file, '');
  const job = {
    temp,
    fill,
    async environment(): Promise<Record<string, string>> {
      const told = (await readFile(files.GITHUB_ENV, 'utf8')).split('\n').map((line) => line.split(/=(.*)/s));
      return Object.fromEntries(told.map(([name = '', value = '']) => [name, value]));
    },
    outputs: () => readFile(files.GITHUB_OUTPUT, 'utf8'),
    async run(step: Step | undefined) {
      const given = Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)]);
      const env = {
        PATH: `${join(temp, 'bin')}:${process.env.PATH}`,
        HOME: temp,
        ...run.env,
        RUNNER_TEMP: temp,
        ...files,
        ...(await job.environment()),
        ...Object.fromEntries(given),
      };
      // GitHub runs a step without a shell like this.
      return exec('bash', ['-e', '-c', fill(step?.run ?? 'exit 1')], { cwd, env });
    },
  };
  return job;
}
