/**
 * Bundles the GitHub Action into `action/dist`, which is committed because GitHub runs it from there.
 * `--check` writes nothing and exits 1 when the committed files differ from what the source builds.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin, transform } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'action/dist');

const playwright = join(root, 'node_modules/playwright-core');
/** The files of Playwright that drive a browser and download one. */
const playwrightScripts = ['index.js', 'cli.js', 'lib/bootstrap.js', 'lib/coreBundle.js', 'lib/utilsBundle.js'];
playwrightScripts.push('lib/package.js', 'lib/serverRegistry.js', 'lib/entry/oopBrowserDownload.js');
const playwrightTexts = ['index.mjs', 'package.json', 'browsers.json', 'LICENSE', 'NOTICE', 'ThirdPartyNotices.txt'];
playwrightTexts.push('lib/utilsBundle.js.LICENSE', 'lib/serverRegistry.js.LICENSE');

/** The options of both bundles. Names stay readable in stack traces. */
const small = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none', logLevel: 'silent' } as const;

/** Keeps the code that captures on the runner in a bundle of its own, and Playwright unbundled beside it. */
const apart: Plugin = {
  name: 'apart',
  setup(builder) {
    builder.onResolve({ filter: /\/capture\/local\/index\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './capture.js', external: true } : null,
    );
    builder.onResolve({ filter: /^playwright-core$/ }, () => ({ path: './playwright/index.mjs', external: true }));
  },
};

const undici = join(root, 'node_modules/undici/lib');

/** Bundles only what is used of undici, half of it. `@actions/http-client` would bring an older version of its own. */
const onlyProxies: Plugin = {
  name: 'only-proxies',
  setup(builder) {
    builder.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'only-proxies' }));
    builder.onLoad({ filter: /.*/, namespace: 'only-proxies' }, () => ({
      resolveDir: undici,
      contents: `
        import Dispatcher from './dispatcher/dispatcher.js';
        import api from './api/index.js';
        Object.assign(Dispatcher.prototype, api); // as undici's own index does
        export { default as ProxyAgent } from './dispatcher/proxy-agent.js';
        export { default as EnvHttpProxyAgent } from './dispatcher/env-http-proxy-agent.js';
        export { setGlobalDispatcher } from './global.js';`,
    }));
  },
};

/** Bundles one script with everything it needs but Node. Returns it and the files it was made from. */
async function bundleScript(entry: string): Promise<{ script: string; inputs: string[] }> {
  const result = await build({
    ...small,
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: 'action/dist/index.js',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    plugins: [apart, onlyProxies],
    // Bundled CommonJS packages load Node's own modules with `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const [script] = result.outputFiles;
  if (script === undefined) throw new Error('esbuild gave no output.');
  return { script: script.text, inputs: Object.keys(result.metafile.inputs) };
}

/**
 * Returns Playwright's own files, without comments and white space. They stay separate, because they find each other by
 * their paths.
 */
async function playwrightFiles(): Promise<[string, string][]> {
  const scripts = playwrightScripts.map(async (name): Promise<[string, string]> => {
    const source = await readFile(join(playwright, name), 'utf8');
    const { code } = await transform(source, { ...small, platform: 'node', target: 'node24' });
    return [`playwright/${name}`, code];
  });
  const texts = playwrightTexts.map(async (name): Promise<[string, string]> => {
    return [`playwright/${name}`, await readFile(join(playwright, name), 'utf8')];
  });
  return Promise.all([...scripts, ...texts]);
}

/** Returns the files of `action/dist`, by name. The same source and dependencies give the same bytes. */
async function bundle(): Promise<Map<string, string>> {
  const main = await bundleScript('action/run.ts');
  const capture = await bundleScript('server/capture/local/index.ts');
  return new Map([
    ['index.js', main.script],
    ['capture.js', capture.script],
    ...(await inPageFiles()),
    ['package.json', '{ "type": "module" }\n'],
    ['licenses.txt', await licenses([...main.inputs, ...capture.inputs])],
    ...(await playwrightFiles()),
  ]);
}

/**
 * Returns the scripts that `capture.js` runs inside pages. It reads them from the same relative path as its source
 * does.
 */
async function inPageFiles(): Promise<[string, string][]> {
  const names = ['in-page/dist/page.js', 'in-page/dist/frame.js'];
  const read = async (name: string): Promise<[string, string]> => {
    return [name, await readFile(join(root, 'server/capture', name), 'utf8')];
  };
  return Promise.all(names.map(read));
}

/** Returns the licences of the bundled packages, which must be distributed with their code. */
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
    console.error(`${stale.join(', ')}: not what the source gives. Run "npm run build:action" and commit.`);
    process.exitCode = 1;
  }
} else {
  for (const [name, text] of files) {
    await mkdir(dirname(join(dist, name)), { recursive: true });
    await writeFile(join(dist, name), text);
  }
  const kilobytes = (name: string) => Math.round((files.get(name)?.length ?? 0) / 1024);
  console.log(`action/dist: ${kilobytes('index.js')} KB, and ${kilobytes('capture.js')} KB for captures on the runner`);
}
