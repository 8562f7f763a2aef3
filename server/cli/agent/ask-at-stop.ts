import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from '../git.ts';
import { line } from '../text.ts';

/** What a client tells a hook: whether the agent goes on because of a hook already. */
interface Stop {
  stop_hook_active?: unknown;
  loop_count?: unknown;
}

/** How many of the changed files are named. */
const MAX_NAMED = 5;

/** Returns the commit that the work began from: where the branch left its remote, or the last commit. */
async function beginning(): Promise<string> {
  const upstream = (await git('merge-base', '@{upstream}', 'HEAD')) ?? (await git('merge-base', 'origin/HEAD', 'HEAD'));
  return upstream || 'HEAD';
}

/** Returns the changed files among `globs`, and a hash of what they contain now. */
async function changedFiles(globs: readonly string[]): Promise<{ files: string[]; state: string }> {
  const specs = globs.map((glob) => `:(top,glob)${glob}`);
  const from = await beginning();
  const tracked = await git('diff', '--name-only', '-z', from, '--', ...specs);
  const added = await git('ls-files', '--others', '--exclude-standard', '-z', '--full-name', '--', ...specs);
  const files = [...new Set(`${tracked ?? ''}\0${added ?? ''}`.split('\0').filter(Boolean))].sort();
  const top = (await git('rev-parse', '--show-toplevel')) ?? '.';
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(join(top, file)).catch(() => ''));
  return { files, state: hash.digest('hex') };
}

function reasonFor(files: readonly string[]): string {
  const named = files.slice(0, MAX_NAMED).map((file) => line(file, 200));
  const more = files.length - named.length;
  return [
    `You changed what people see: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'Before you finish, get visual sign-off with the sightline tools: create_review with screenshots or the address of the running page, then wait_for_decision, then do what next_action says.',
    'If nothing that people see has changed, or a person has just said that no sign-off is needed, say so and finish.',
  ].join(' ');
}

/**
 * Returns why an agent that is about to finish should go on; null: it may finish. It is asked once for each state of the
 * files, and not again for what it did because of a hook.
 */
export async function askAtStop(stop: Stop, globs: readonly string[]): Promise<string | null> {
  const folder = await git('rev-parse', '--absolute-git-dir');
  if (folder === null) return null;
  const { files, state } = await changedFiles(globs);
  const remembered = join(folder, 'sightline-asked');
  const last = await readFile(remembered, 'utf8').catch(() => '');
  if (files.length === 0 || last === state) return null;
  await writeFile(remembered, state);
  return stop.stop_hook_active === true || Number(stop.loop_count) > 0 ? null : reasonFor(files);
}
