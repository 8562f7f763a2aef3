import { readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { AgentOptions } from './agent/fix.ts';
import { type BaselineResult, baselineAbout, isBaselinePassed, playBaselineScene } from './baseline-scene.ts';
import { playScenes, sceneScripts } from './play.ts';
import { isPassed, type MarkResult, type SceneResult } from './result.ts';
import { Timeline } from './timeline.ts';
import { startWorld } from './world.ts';

export interface DemoOptions {
  /** The folder for everything. Its old contents are deleted. */
  folder: string;
  /** Whether a scripted reviewer decides; otherwise a person does. */
  auto: boolean;
  say: (line: string) => void;
  /** Stops the demo and everything that it started. */
  signal: AbortSignal;
  choose?: AgentOptions['choose'];
}

/**
 * Plays all scenes. With a person, everything then keeps running until the signal, so that the pages stay open.
 * @returns true when in each scene everything was fixed as requested and approved; null when it was stopped before
 */
export async function runDemo(options: DemoOptions): Promise<boolean | null> {
  const { folder, auto, say, signal, choose } = options;
  const shown = relative(process.cwd(), folder);
  const last = sceneScripts.length + 1;
  say('\nSightline, the whole loop on this machine, in three scenes.');
  say('The first two are pull requests of a sample website with the same two flaws. What differs is the next pass:');
  for (const [index, { about }] of sceneScripts.entries()) say(`  Scene ${index + 1}: ${about}`);
  say(`  Scene ${last}: ${baselineAbout}`);
  say('');
  try {
    const world = await startWorld(folder, (line) => say(`• ${line}`), { signal });
    try {
      say(`• The service is at ${world.serviceUrl}`);
      const playing = playScenes({ world, folder, auto, say, ...(choose === undefined ? {} : { choose }) });
      const results = await Promise.race([playing, stopped(signal)]);
      const isBroken = auto && !results.every(isPassed);
      const playLast = async (): Promise<BaselineResult> => {
        say(`\nScene ${last} of ${last}: ${baselineAbout}`);
        const images = auto ? join(folder, 'screenshots') : null;
        const result = await playBaselineScene(world, new Timeline(say), say, images);
        await writeFile(join(folder, 'result.json'), `${JSON.stringify({ scenes: [...results, result] }, null, 2)}\n`);
        return result;
      };
      const baseline = isBroken ? null : await Promise.race([playLast(), stopped(signal)]);
      summarize(results, say);
      if (baseline !== null) {
        say(`Scene ${last}: “${baseline.unchanged}”, then asked for ${baseline.asked.join(', ')}: ${baseline.check}.`);
      }
      say(`Result: ${shown}/result.json`);
      say(`What GitHub showed at each step: ${shown}/github/`);
      if (!auto) {
        say('\nThe pages stay open. Press Ctrl+C to stop.');
        await stopped(signal).catch(() => {});
        return results.every(({ checks }) => checks.at(-1) === 'success') && baseline?.check === 'success';
      }
      const images = await readdir(join(folder, 'screenshots'));
      say(`What each step looked like (${images.length} screenshots): ${shown}/screenshots/`);
      if (isBroken) say('\nThe demo failed: not every mark changed as it was asked to.');
      const passed = baseline !== null && isBaselinePassed(baseline);
      if (baseline !== null && !passed) say('\nThe demo failed: scene 3 did not ask for exactly one screenshot.');
      return passed;
    } finally {
      say('Stopping everything that was started …');
      await world.close();
    }
  } catch (error) {
    if (signal.aborted) {
      say('Stopped.');
      return null;
    }
    say(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
    say(`Logs: ${shown}/logs/`);
    return false;
  }
}

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const statusWords: Record<MarkResult['status'], string> = {
  open: 'still open',
  in_progress: 'being worked on',
  resolved: 'fixed by the agent, not verified',
  verified: 'verified',
  reopened: 'not fixed yet',
  withdrawn: 'deleted',
};
const checkWords: Record<string, string> = { failure: 'failed', success: 'passed' };

/** Prints each scene's check and marks in sentences. */
export function summarize(results: readonly SceneResult[], say: (line: string) => void): void {
  say('');
  for (const [index, { title, checks, marks }] of results.entries()) {
    const went = checks.map((conclusion) => checkWords[conclusion] ?? conclusion).join(', then ');
    say(`Scene ${index + 1}, “${title}”: the check ${went}.`);
    for (const { id, label, status, before, after } of marks) {
      const where = label === null ? '' : ` on “${label}”`;
      say(
        `  Mark ${id}${where}: ${statusWords[status]}${after === undefined ? '' : `. Before: ${before}; after: ${after}`}`,
      );
    }
  }
}
