/** `npm run check`: checks types, lint, format and dead code, and that generated files match their sources. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const steps: [string, string[]][] = [
  ['Types', ['tsc', '-p', '.']],
  ['Types of the pages', ['tsc', '-p', 'server/web']],
  ['Lint and format', ['biome', 'check', '--error-on-warnings', '.']],
  ['Dead code and unused packages', ['knip']],
  ['Migrations equal the schema', ['node', 'server/db/author-migration.ts', '--check']],
  ['The lists of operations equal their declarations', ['node', 'server/scripts/operations.ts', '--check']],
  ['The list of rules equals the rules', ['node', 'server/scripts/checklist-docs.ts', '--check']],
  ['The lists of the documentation equal their sources', ['node', 'server/scripts/references.ts', '--check']],
  ['The documentation has no broken link', ['node', 'server/scripts/docs.ts']],
  ['action/dist equals its source', ['node', 'server/scripts/build-action.ts', '--check']],
];

let failed = 0;
for (const [name, [command = '', ...args]] of steps) {
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  const good = result.status === 0;
  console.log(`${good ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!good) {
    failed += 1;
    console.log(`${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`);
  }
}
if (failed > 0) {
  console.log(`${failed} of ${steps.length} checks failed. \`npm run format\` fixes what can be fixed by itself.`);
  process.exitCode = 1;
}
