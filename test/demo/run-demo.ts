import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { AgentOptions } from './agent/fix.ts';
import { playScenes, sceneScripts } from './play.ts';
import { isPassed, type SceneResult } from './result.ts';
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

/** Plays both scenes. @returns true when in each scene everything was fixed as requested and approved */
export async function runDemo(options: DemoOptions): Promise<boolean> {
  const { folder, auto, say, signal, choose } = options;
  const shown = relative(process.cwd(), folder);
  say('\nSightline, the whole loop on this machine, in two scenes.');
  say('Each is a pull request of the same sample website with the same two flaws. What differs is the next pass:');
  for (const [index, { about }] of sceneScripts.entries()) say(`  Scene ${index + 1}: ${about}`);
  say('');
  try {
    const world = await startWorld(folder, (line) => say(`• ${line}`), signal);
    try {
      say(`• The service is at ${world.serviceUrl}`);
      const playing = playScenes({ world, folder, auto, say, ...(choose === undefined ? {} : { choose }) });
      const results = await Promise.race([playing, stopped(signal)]);
      summarize(results, say);
      say(`Result: ${shown}/result.json`);
      say(
        `What each step looked like (${(await readdir(join(folder, 'screenshots'))).length} files): ${shown}/screenshots/`,
      );
      if (!auto) return results.every(({ checks }) => checks.at(-1) === 'success');
      const passed = results.length === sceneScripts.length && results.every(isPassed);
      if (!passed) say('\nThe demo failed: not every mark changed as it was asked to.');
      return passed;
    } finally {
      say('Stopping everything that was started …');
      await world.close();
    }
  } catch (error) {
    if (signal.aborted) say('Stopped.');
    else {
      say(`\nThe demo stopped: ${error instanceof Error ? error.message : String(error)}`);
      say(`Logs: ${shown}/logs/`);
    }
    return false;
  }
}

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function summarize(results: readonly SceneResult[], say: (line: string) => void): void {
  say('');
  for (const [index, { title, checks, marks }] of results.entries()) {
    say(`Scene ${index + 1}, “${title}”: the check went ${checks.join(' → ')}.`);
    for (const { label, status, before, after } of marks) {
      say(`  ${label}: ${status}${after === undefined ? '' : `; before: ${before}; after: ${after}`}`);
    }
  }
}
