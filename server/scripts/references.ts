/**
 * Writes the generated lists of the documentation between `<!-- written: NAME -->` and `<!-- /written -->`.
 * `--check` writes nothing and exits 1 when a page is out of date.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Environment as AppEnvironment } from '../../app/config.ts';
import { Environment } from '../config.ts';
import { actionInputs, actionOutputs } from './references/action.ts';
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
  'action-inputs': actionInputs,
  'action-outputs': actionOutputs,
  commands,
  'exit-codes': exitCodes,
};

const folder = join(import.meta.dirname, '../docs');
const block = /(<!-- written: ([\w-]+) -->\n)[\s\S]*?(<!-- \/written -->)/g;

/** Returns the page with its generated lists renewed. */
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
  console.error(`${changed.join(', ')}: out of date. Run: npm run generate`);
  process.exitCode = 1;
}
