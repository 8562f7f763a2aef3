import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { migrationsIn } from './support/additive.ts';
import { agentJourney, nothingHeard } from './support/agent.ts';
import { type Fleet, type Member, startFleet } from './support/fleet.ts';
import { prepareGround } from './support/ground.ts';
import { progress, refusedInWords, startLoad } from './support/load.ts';
import { faultsOf, inWords, verify } from './support/verify.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const WRITES_BETWEEN = 25;

/** Which of the fleet are replaced, one after the other. */
const orders: [name: string, of: (fleet: Fleet) => Member[]][] = [
  ['workers first', ({ webs, workers }) => [...workers, ...webs]],
  ['web processes first', ({ webs, workers }) => [...webs, ...workers]],
];

/** How many commits before the newest migration are tried: not every commit is fit to be run. */
const MOST_COMMITS = 20;

/**
 * The commits before the newest migration came, the newest first: the version that the next release replaces, as far as
 * the database goes.
 */
async function versionsBefore(): Promise<string[]> {
  const newest = (await migrationsIn(join(root, 'server/db/migrations'))).at(-1)?.name ?? '';
  const log = ['log', '--diff-filter=A', '--format=%H', '--', `server/db/migrations/${newest}`];
  const added = (await run('git', log, { cwd: root })).stdout.trim().split('\n').at(-1) ?? '';
  if (added === '')
    throw new Error(`Which commit brought ${newest} is not known: this needs the repository's history.`);
  const { stdout } = await run('git', ['rev-list', `--max-count=${MOST_COMMITS}`, `${added}^`], { cwd: root });
  return stdout.trim().split('\n');
}

/** That commit's tree, ready to run with the packages and the pages of this one. */
async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-before-'));
  const archive = join(folder, 'tree.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(root, 'server/web/dist'), join(folder, 'server/web/dist'));
  const prisma = join(root, 'node_modules/prisma/build/index.js');
  // It never runs the engine, but looks for one.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await run(process.execPath, [prisma, 'generate'], { cwd: folder, env });
  return folder;
}

/** Whether all of the service's code can be read and finds what it imports. */
const isFit = (folder: string): Promise<boolean> =>
  run(process.execPath, ['--input-type=module', '-e', "await import('./server/wire.ts')"], { cwd: folder }).then(
    () => true,
    () => false,
  );

/** The tree of the first of these commits that is fit to be run. */
async function checkOutFirst(commits: readonly string[]): Promise<string> {
  for (const commit of commits) {
    const folder = await checkOut(commit);
    if (await isFit(folder)) {
      console.log(`upgrade: from ${commit}`);
      return folder;
    }
    await rm(folder, { recursive: true, force: true });
  }
  throw new Error(
    `None of these commits can be run: ${commits.join(', ')}. Name another: npm run faults -- rolling COMMIT`,
  );
}

async function upgrade(from: string, [name, order]: (typeof orders)[number]): Promise<Record<string, unknown>> {
  const ground = await prepareGround();
  try {
    const fleet = await startFleet(ground, { webs: 2, workers: 2 }, undefined, from);
    const bases = [...fleet.webs.map(({ url }) => url), ground.url];
    const heard = nothingHeard();
    const load = startLoad(ground, 3, { more: [agentJourney(ground, bases, heard)] });
    await progress(load, WRITES_BETWEEN);
    for (const member of order(fleet)) {
      await member.end('SIGTERM');
      await member.begin();
      await progress(load, WRITES_BETWEEN);
    }
    await load.stop();
    const verdict = await verify(ground, load);
    console.log(
      `upgrade, ${name}: ${inWords(verdict)}; ${heard.journeys} agents; answers that were none: ${refusedInWords(load)}`,
    );
    await fleet.close();
    const { unheard, deaf } = heard;
    const found = { ...faultsOf(verdict), unheard, deaf };
    return Object.fromEntries(
      Object.entries(found).flatMap(([what, each]) =>
        Array.isArray(each) && each.length === 0 ? [] : [[`${name}: ${what}`, each]],
      ),
    );
  } finally {
    await ground.close();
  }
}

/**
 * The version of `commit` and this one run together over one database, under load, while each process is replaced.
 * @returns what was lost or answered wrongly
 */
export async function rollingUpgrade(commit?: string): Promise<Record<string, unknown>> {
  const folder = await checkOutFirst(commit === undefined ? await versionsBefore() : [commit]);
  try {
    const found: Record<string, unknown> = {};
    for (const order of orders) Object.assign(found, await upgrade(folder, order));
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
