import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { bundlePath, runAction } from '../support/action.ts';
import { startLocalGitHub } from '../support/local-github/index.ts';
import { limited, median, type Result } from './support/measure.ts';
import { startWatch } from './support/watch.ts';
import type { World } from './support/world.ts';

const ROUNDS = 7;
const SHOTS = 5;
const MAX_SECONDS = 2;
const MAX_BYTES = 1024 * 1024;

/**
 * Measures the Action’s own time and the size of its bundle: the built bundle opens a pass of five images in its own
 * process and writes the comment, on a new commit each time, without the time of the service’s answers.
 */
export async function benchAction(world: World): Promise<Result[]> {
  const github = await startLocalGitHub();
  const watch = await startWatch(world.service);
  const workspace = await mkdtemp(join(tmpdir(), 'sightline-bench-action-'));
  try {
    const { fullName: repository } = await github.createRepository({ owner: 'acme', name: 'bench', private: true });
    const pull = await github.openPullRequest({ repository, branch: 'change', title: 'Bigger buttons' });
    const made: unknown = await (await fetch(`${world.service}/api/try-token`, { method: 'POST' })).json();
    const token = String(Reflect.get(Object(made), 'token'));
    const own: number[] = [];
    const whole: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (let shot = 0; shot < SHOTS; shot += 1) await drawPage(workspace, shot, round);
      if (round > 0) await github.push({ repository, branch: 'change', message: `Round ${round}` });
      const run = await github.startRun({ repository, pullRequest: pull.number });
      watch.take();
      const started = performance.now();
      const { exitCode, log } = await runAction({
        env: run.env,
        githubToken: run.token,
        workspace,
        inputs: { 'service-url': watch.url, token, images: 'shots/*.png' },
      });
      const milliseconds = performance.now() - started;
      if (exitCode !== 0) throw new Error(`The Action ended with ${exitCode}:\n${log}`);
      if (round === 0) continue;
      whole.push(milliseconds / 1000);
      own.push((milliseconds - watch.take().milliseconds) / 1000);
    }
    const { size } = await stat(bundlePath);
    const spread = `${Math.min(...own).toFixed(2)} to ${Math.max(...own).toFixed(2)} s, ${median(whole).toFixed(2)} s with the service's answers.`;
    return [
      limited('the Action’s own time, 5 images', 's', median(own), MAX_SECONDS, spread),
      limited('the Action’s first bundle', 'B', size, MAX_BYTES),
    ];
  } finally {
    watch.close();
    await github.close();
    await rm(workspace, { recursive: true, force: true });
  }
}

/** Draws a page of 1440×900 with text-like lines, which differ in each round. */
async function drawPage(workspace: string, shot: number, round: number): Promise<void> {
  await mkdir(join(workspace, 'shots'), { recursive: true });
  const lines = Array.from({ length: 30 }, (_, index) => {
    const width = 200 + ((index * 97 + shot * 31 + round * 53) % 900);
    return `<rect x="80" y="${40 + index * 28}" width="${width}" height="12" fill="#333"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900"><rect width="1440" height="900" fill="#fafafa"/>${lines.join('')}</svg>`;
  await writeFile(join(workspace, `shots/${shot}.png`), await sharp(Buffer.from(svg)).png().toBuffer());
}
