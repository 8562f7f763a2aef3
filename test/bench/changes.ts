import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { runAction } from '../support/action.ts';
import { gitHubEnvironment } from '../support/local-github/environment.ts';
import { startLocalGitHub } from '../support/local-github/index.ts';
import type { LocalGitHub } from '../support/local-github/types.ts';
import { comparePeers } from './support/compare-peers.ts';
import { type Result, told } from './support/measure.ts';
import { cpuMsOf } from './support/process-tree.ts';
import { startWatch } from './support/watch.ts';
import { createWorld, type World } from './support/world.ts';

const SHOTS = 500;
const CHANGED = [7, 250, 499];
/** Of the bytes that sending every image takes. */
const MAX_SHARE = 0.1;

/** Draws a page of 1440×900 with text-like lines; `isChanged` adds a box. */
async function drawPage(folder: string, shot: number, isChanged: boolean): Promise<void> {
  const lines = Array.from({ length: 30 }, (_, index) => {
    const width = 200 + ((index * 97 + shot * 31) % 900);
    return `<rect x="80" y="${40 + index * 28}" width="${width}" height="12" fill="#333"/>`;
  });
  const box = isChanged ? '<rect x="900" y="300" width="240" height="64" rx="8" fill="#c62828"/>' : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900"><rect width="1440" height="900" fill="#fafafa"/>${lines.join('')}${box}</svg>`;
  await writeFile(join(folder, `page-${shot}.png`), await sharp(Buffer.from(svg)).png().toBuffer());
}

/** What a run took: seconds, bytes of requests, and processor seconds of the service and its database. */
interface Taken {
  seconds: number;
  bytes: number;
  cpu: number;
}

/** Starts a local GitHub, and the service with the App that it knows. */
export async function benchChanges(): Promise<Result[]> {
  const github = await startLocalGitHub();
  const world = await createWorld('all', { environment: gitHubEnvironment(github) });
  try {
    return await measure(world, github);
  } finally {
    await world.close();
    await github.close();
  }
}

/** Waits until the check of a commit asks for a decision. @returns its text */
async function untilAsked(github: LocalGitHub, repository: string, sha: string): Promise<string> {
  for (;;) {
    const [check] = await github.checks(repository, sha);
    if (check?.status === 'in_progress') return check.summary;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Measures a pull request of 500 screenshots of which 3 changed, from the start of the Action until its check asks for
 * the three, beside sending all of them, which the push before it did, and beside tools that compare two folders.
 */
async function measure(world: World, github: LocalGitHub): Promise<Result[]> {
  const watch = await startWatch(world.service);
  const workspace = await mkdtemp(join(tmpdir(), 'sightline-bench-changes-'));
  const [shots, before] = [join(workspace, 'shots'), join(workspace, 'before')];
  try {
    await mkdir(shots);
    for (let shot = 0; shot < SHOTS; shot += 1) await drawPage(shots, shot, false);
    await cp(shots, before, { recursive: true });
    const { fullName: repository } = await github.createRepository({ owner: 'acme', name: 'changes', private: true });
    await github.installApp(repository, `${world.service}/api/github/webhooks`);
    const pull = await github.openPullRequest({ repository, branch: 'update', title: 'Update a dependency' });
    const made: unknown = await (await fetch(`${world.service}/api/try-token`, { method: 'POST' })).json();
    const token = String(Reflect.get(Object(made), 'token'));
    const cpuNow = async () => (await cpuMsOf(world.servicePid)) + (await cpuMsOf(world.postgresPid));
    const act = async (start: object, sha: string | null): Promise<Taken & { asked: number }> => {
      const run = await github.startRun({ repository, pullRequest: pull.number, ...start });
      watch.take();
      const [cpu, began] = [await cpuNow(), performance.now()];
      const { exitCode, log } = await runAction({
        env: run.env,
        githubToken: run.token,
        workspace,
        inputs: { 'service-url': watch.url, token, images: 'shots/*.png' },
      });
      if (exitCode !== 0) throw new Error(`The Action ended with ${exitCode}:\n${log}`);
      const asked = sha === null ? [] : (await untilAsked(github, repository, sha)).match(/^- .*: changed$/gm);
      const seconds = (performance.now() - began) / 1000;
      return { seconds, bytes: watch.take().bytes, cpu: ((await cpuNow()) - cpu) / 1000, asked: asked?.length ?? 0 };
    };
    const all = await act({ event: 'push', branch: 'main' }, null);
    for (const shot of CHANGED) await drawPage(shots, shot, true);
    const some = await act({}, pull.headSha);
    if (some.asked !== CHANGED.length) throw new Error(`The check asks for ${some.asked} screenshots`);
    const name = `${SHOTS} screenshots, ${CHANGED.length} changed`;
    const against = 'sending all of them';
    const row = (
      what: string,
      unit: string,
      ours: number,
      baseline: number,
      target: Result['target'] = null,
    ): Result => ({
      ...told(`${name}: ${what}`, unit, ours),
      ...{ against, baseline, ratio: ours / baseline, target },
    });
    const results = [
      row('bytes sent', 'MB', some.bytes / 1e6, all.bytes / 1e6, { atMost: MAX_SHARE }),
      row('time to the check', 's', some.seconds, all.seconds),
      row('processor time of the service', 's', some.cpu, all.cpu),
    ];
    for (const [tool, compare] of Object.entries(comparePeers)) {
      const outcome = await compare({ before, after: shots, changed: CHANGED.length }).catch((error: unknown) => ({
        problem: error instanceof Error ? error.message : String(error),
      }));
      const title = `${name}: time to the check`;
      results.push(
        'problem' in outcome
          ? { ...told(title, 's', some.seconds, `${tool}: ${outcome.problem}`), against: tool }
          : {
              ...row('time to the check', 's', some.seconds, outcome.seconds),
              against: `${tool}, both folders on one disk`,
            },
      );
    }
    return results;
  } finally {
    watch.close();
    await rm(workspace, { recursive: true, force: true });
  }
}
