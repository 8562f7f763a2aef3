/**
 * Writes what the documentation lists, from what there is, between `<!-- written: NAME -->` and `<!-- /written -->`.
 * `--check` writes nothing and exits 1 when a page is not what the sources give.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Environment as AppEnvironment } from '../../app/config.ts';
import { Environment } from '../config.ts';
import { actionInputs, actionOutputs } from './references/action.ts';
import { capacity, costs } from './references/capacity.ts';
import { commands, exitCodes } from './references/command-line.ts';
import { errors } from './references/errors.ts';
import { limits } from './references/limits.ts';
import { metrics } from './references/metrics.ts';
import { operations } from './references/operations.ts';
import { settings } from './references/settings.ts';

const parts: Record<string, () => string | Promise<string>> = {
  settings: () => settings([Environment, AppEnvironment]),
  operations,
  errors,
  limits,
  metrics,
  costs,
  capacity,
  'action-inputs': actionInputs,
  'action-outputs': actionOutputs,
  commands,
  'exit-codes': exitCodes,
};

const folder = join(import.meta.dirname, '../docs');
const block = /(<!-- written: ([\w-]+) -->\n)[\s\S]*?(<!-- \/written -->)/g;

/** The page with its parts written anew. */
async function write(page: string): Promise<string> {
  let text = page;
  for (const [whole, begin, name = '', end] of page.matchAll(block)) {
    const part = await parts[name]?.();
    if (part === undefined) throw new Error(`Nothing writes "${name}"`);
    text = text.replace(whole, () => `${begin}\n${part}\n\n${end}`);
  }
  return text;
}

const changed: string[] = [];
for (const name of (await readdir(folder)).filter((each) => each.endsWith('.md'))) {
  const page = await readFile(join(folder, name), 'utf8');
  const written = await write(page);
  if (written === page) continue;
  changed.push(name);
  if (!process.argv.includes('--check')) await writeFile(join(folder, name), written);
}
if (process.argv.includes('--check') && changed.length > 0) {
  console.error(`${changed.join(', ')}: not what the sources give. Run: npm run docs:lists`);
  process.exitCode = 1;
}
