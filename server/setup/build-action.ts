/**
 * Bundles the GitHub Action into `action/dist`, which is committed because GitHub runs it from there.
 * `--check` writes nothing and exits 1 when the committed files are not what the source gives.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'action/dist');

/** The files of `action/dist`, by name. The same source and dependencies give the same bytes. */
async function bundle(): Promise<Map<string, string>> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['action/run.ts'],
    outfile: 'action/dist/index.js',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Names stay readable in stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'silent',
    // Bundled CommonJS packages ask for Node's own modules by require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const [script] = result.outputFiles;
  if (script === undefined) throw new Error('esbuild gave no output.');
  return new Map([
    ['index.js', script.text],
    ['package.json', '{ "type": "module" }\n'],
    ['licenses.txt', await licenses(Object.keys(result.metafile.inputs))],
  ]);
}

/** The licences of the packages in the bundle, which ask to travel with their code. */
async function licenses(inputs: string[]): Promise<string> {
  const folders = new Set(
    inputs
      .map((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1])
      .filter((folder) => folder !== undefined),
  );
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(join(root, folder))).sort().find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `License: ${license}` : await readFile(join(root, folder, file), 'utf8');
    texts.set(`${name}@${version}`, text.trim());
  }
  const parts = [...texts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, text]) => `${name}\n\n${text}\n`);
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

const files = await bundle();
if (process.argv.includes('--check')) {
  const stale: string[] = [];
  for (const [name, text] of files) {
    const path = join(dist, name);
    if (!existsSync(path) || (await readFile(path, 'utf8')) !== text) stale.push(`action/dist/${name}`);
  }
  if (stale.length > 0) {
    console.error(
      `${stale.join(', ')}: not what the source gives. Run "node server/setup/build-action.ts" and commit.`,
    );
    process.exitCode = 1;
  }
} else {
  await mkdir(dist, { recursive: true });
  for (const [name, text] of files) await writeFile(join(dist, name), text);
  console.log(`action/dist: ${Math.round((files.get('index.js')?.length ?? 0) / 1024)} KB`);
}
