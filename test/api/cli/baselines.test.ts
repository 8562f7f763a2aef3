import { execFileSync } from 'node:child_process';
import { beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../server/contract/client.ts';
import { startService } from '../../support/service.ts';
import { type Cli, createCli } from './support/cli.ts';

let client: Client & { token: string };
let cli: Cli;
const service = await startService();
beforeEach(async () => {
  client = await service.newClient();
  cli = await createCli({ SIGHTLINE_URL: service.url, SIGHTLINE_TOKEN: client.token });
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', 'git@github.com:shop/web.git');
});

/** The folder in which the command line runs is a repository. */
function git(...args: string[]): string {
  const author = ['-c', 'user.name=Ida', '-c', 'user.email=ida@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...author, ...args], { cwd: cli.home, encoding: 'utf8' }).trim();
}

/** Commits nothing but a message, and returns the commit. */
function commit(message: string): string {
  git('commit', '-q', '--allow-empty', '-m', message);
  return git('rev-parse', 'HEAD');
}

const draw = (name: string, colour: string) => cli.image(`${name}.png`, colour);
const run = (...args: string[]) => cli.run(args);

test('a branch is compared with the baseline of the commit where it left main', async () => {
  const first = commit('first');
  const shots = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => draw(name, '#112233')));
  const recorded = await run('baseline', ...shots);
  expect(recorded.stdout).toBe(`Recorded the baseline of main at ${first.slice(0, 7)}: 6 screenshots.\n`);
  commit('not recorded');
  git('checkout', '-q', '-b', 'change');
  commit('on the branch');
  await draw('a', '#445566');
  const made = await run('review', ...shots, '--base', 'main', '--json');
  expect(made.stderr).toContain(`Base: main at ${first.slice(0, 7)} (1 commit before the merge base)`);
  const { id } = JSON.parse(made.stdout);
  const compared = async () => (await client.call('get_review', { id })).base?.compared;
  await expect.poll(compared).toBe(true);
  const { screenshots, base } = await client.call('get_review', { id });
  expect(base).toMatchObject({ repository: 'shop/web', name: 'visual', branch: 'main' });
  expect(screenshots.map(({ base_change }) => base_change?.kind)).toEqual(['changed', ...Array(5).fill('identical')]);
});

test('baselines are listed and deleted', async () => {
  expect((await run('baselines')).stdout).toBe('No baselines yet. Record one: sightline baseline FILE|URL\n');
  const head = commit('first');
  await run('baseline', await draw('a', '#112233'), '--name', 'mobile');
  const { stdout } = await run('baselines', '--repository', 'shop/web', '--name', 'mobile');
  const [, row = ''] = stdout.split('\n');
  expect(row).toMatch(new RegExp(`^\\w{26}  .* UTC  complete  ${head.slice(0, 7)}  1 +main +shop/web mobile$`));
  const [id = ''] = row.split(' ');
  expect((await run('delete-baseline', id)).stderr).toContain('Nothing was deleted');
  expect((await run('delete-baseline', id, '--yes')).stdout).toBe(`Deleted baseline ${id}.\n`);
  expect((await run('baselines', '--json')).stdout).toContain('"baselines": []');
});

test('what git does not know is asked for by the name of its option', async () => {
  const shot = await draw('a', '#112233');
  expect((await run('baseline', shot)).stderr).toContain('--commit SHA');
  git('remote', 'remove', 'origin');
  expect((await run('baseline', shot)).stderr).toContain('--repository OWNER/NAME');
  commit('first');
  git('checkout', '-q', '--detach');
  expect((await run('baseline', shot, '--repository', 'a/b')).stderr).toContain('--branch NAME');
  const base = await run('review', shot, '--repository', 'a/b', '--base', 'nowhere');
  expect(base.stderr).toContain('git knows no common commit with nowhere');
});
