import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { agentJourney, nothingHeard } from './support/agent.ts';
import { type Fleet, type Member, startFleet } from './support/fleet.ts';
import { prepareGround } from './support/ground.ts';
import { progress, refusedInWords, startLoad } from './support/load.ts';
import { faultsOf, inWords, verify } from './support/verify.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const WRITES_BETWEEN = 25;

/** The orders in which the members of the fleet are replaced. */
const orders: [name: string, of: (fleet: Fleet) => Member[]][] = [
  ['workers first', ({ webs, workers }) => [...workers, ...webs]],
  ['web processes first', ({ webs, workers }) => [...webs, ...workers]],
];

const git = async (...words: string[]): Promise<string> => (await run('git', words, { cwd: root })).stdout.trim();
const migrations = 'server/db/migrations';

/** Returns the oldest commit whose migrations are those of this tree. */
const oldestThatFits = (): Promise<string> => git('log', '-1', '--format=%h', '--', migrations);

/** Returns the newest release, which the next one replaces; without a release, the oldest commit of the same schema. */
async function versionBefore(): Promise<string> {
  const releases = await git('tag', '--list', 'v*.*.*', '--sort=-version:refname');
  return releases.split('\n')[0] || (await oldestThatFits());
}

/** Requires that this tree has every migration of the commit: both versions run over a database that this one makes. */
async function requireSameMigrations(commit: string): Promise<void> {
  const changed = await git('diff', '--name-only', '--diff-filter=a', commit, '--', migrations);
  if (changed === '') return;
  throw new Error(
    `${commit} cannot run beside this version, because ${changed.split('\n').join(', ')} has changed since. Until the first release, the migration is rewritten. The oldest commit that can is ${await oldestThatFits()}.`,
  );
}

/** Checks out the commit, ready to run with the packages and the build output of this tree. */
async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-before-'));
  const archive = join(folder, 'tree.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: root });
  await run('tar', ['-xf', archive, '-C', folder]);
  await rm(archive);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const built of ['server/web/dist', 'server/capture/in-page/dist']) {
    await symlink(join(root, built), join(folder, built));
  }
  const prisma = join(root, 'node_modules/prisma/build/index.js');
  // Prisma never runs the engine, but looks for one.
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  await run(process.execPath, [prisma, 'generate'], { cwd: folder, env });
  return folder;
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
 * Runs the version of `commit` and this one together over one database, under load, while each process is replaced.
 * @returns what was lost or answered wrongly
 * @throws Error when the versions cannot share a database
 */
export async function rollingUpgrade(commit?: string): Promise<Record<string, unknown>> {
  const before = commit ?? (await versionBefore());
  await requireSameMigrations(before);
  const folder = await checkOut(before);
  try {
    const found: Record<string, unknown> = {};
    for (const order of orders) Object.assign(found, await upgrade(folder, order));
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
