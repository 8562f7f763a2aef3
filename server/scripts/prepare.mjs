// npm runs this before `demo`, `test`, `start`, `check` and `bench`. It is plain JavaScript without dependencies,
// because it installs them: it must run on the oldest supported Node. When everything is in place it does nothing, in
// well under a second.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.cache/sightline/prepared.json');
const wants = new Set(process.argv.slice(2));

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);

/** @param {string} message @returns {never} */
function stop(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  stop(
    `Sightline needs Node 20.19 or later to set itself up; this is ${process.versions.node}. See https://nodejs.org/`,
  );
}

const lockFile = join(root, '.sightline/preparing');

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return Object(error).code === 'EPERM';
  }
}

/** Waits until no other process prepares this clone: two installations at once would break each other. */
function waitForTurn() {
  for (let isTold = false; ; ) {
    try {
      mkdirSync(dirname(lockFile), { recursive: true });
      writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(lockFile, { force: true }));
      return;
    } catch (error) {
      // A clone that this user may not change is prepared already, or a step below fails.
      if (Object(error).code !== 'EEXIST') return;
    }
    let pid = 0;
    try {
      pid = Number(readFileSync(lockFile, 'utf8'));
    } catch {}
    if (pid > 0 && !isAlive(pid)) rmSync(lockFile, { force: true });
    else if (pid > 0 && !isTold) {
      print(`Waiting for the process ${pid}, which prepares this clone. If it does something else, delete ${lockFile}`);
      isTold = true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
}

waitForTurn();

/** @param {string[]} paths files and folders, relative to the root */
function hashOf(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    if (!existsSync(path)) return;
    try {
      for (const entry of readdirSync(path).sort())
        if (entry !== 'dist' && entry !== 'node_modules') add(join(path, entry));
    } catch {
      hash.update(relative(root, path)).update(readFileSync(path));
    }
  };
  for (const path of paths) add(join(root, path));
  return hash.digest('hex');
}

/** @returns {Record<string, string>} */
function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

const stamps = readStamps();

/** @param {string} name @param {string} value */
function stamp(name, value) {
  stamps[name] = value;
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify(stamps, null, 2));
}

/**
 * @param {string} what @param {string} command @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, optional?: boolean, hint?: string }} [options]
 *   `optional`: what it warns of is shown, and its failure is a warning too
 */
function run(what, command, args, options = {}) {
  print(`• ${what}`);
  const started = Date.now();
  const result = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (options.optional && result.status === 0) process.stderr.write(result.stderr ?? '');
  if (result.status !== 0) {
    if (options.quiet) process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
    const failure = `${what}: failed (${command} ${args.join(' ')}).${options.hint ? `\n${options.hint}` : ''}`;
    if (!options.optional) stop(failure);
    process.stderr.write(`Warning: ${failure}\n`);
  }
  print(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

const lock = hashOf(['package-lock.json']);
if (stamps.install !== lock) {
  run(
    'Installing packages (once; a minute or two, about 1.3 GB)',
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      hint: 'Is the npm registry reachable? Run `npm ci` to see more.',
    },
  );
  stamp('install', lock);
}

/**
 * Returns the Node that runs everything else: the one installed with the packages, else this one when it is new enough.
 */
function currentNode() {
  const own = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  for (const candidate of [own, process.execPath]) {
    if (!existsSync(candidate)) continue;
    try {
      const version = execFileSync(candidate, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
      const [have = 0, point = 0] = version.split('.').map(Number);
      if (have > 24 || (have === 24 && point >= 0)) return candidate;
    } catch {}
  }
  return stop(
    `Sightline runs on Node 24, which npm installs for Linux (x64, arm64), macOS and Windows (x64). On ${process.platform}-${process.arch} install Node 24 yourself: https://nodejs.org/`,
  );
}

const node = currentNode();
const path = `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`;

const schema = hashOf(['server/db/schema.prisma', 'package-lock.json']);
if (stamps.prisma !== schema || !existsSync(join(root, 'server/db/generated/client.ts'))) {
  run('Generating the database client', node, [join(modules, 'prisma/build/index.js'), 'generate'], {
    quiet: true,
    // `generate` never runs the engine, but looks for one and would download it.
    env: { PATH: path, PRISMA_SCHEMA_ENGINE_BINARY: node, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
  });
  stamp('prisma', schema);
}

const inPage = hashOf(['server/capture/in-page', 'server/scripts/build-in-page.ts', 'package-lock.json']);
const isInPageBuilt = stamps.inPage === inPage && existsSync(join(root, 'server/capture/in-page/dist/page.js'));
// The build of the image installs the packages before it has the sources.
if (!isInPageBuilt && existsSync(join(root, 'server/capture/in-page'))) {
  run('Bundling what runs inside captured pages', node, ['server/scripts/build-in-page.ts'], {
    quiet: true,
    env: { PATH: path },
  });
  stamp('inPage', inPage);
}

if (wants.has('pages')) {
  const pages = hashOf(['server/web', 'server/contract', 'package-lock.json']);
  if (stamps.pages !== pages || !existsSync(join(root, 'server/web/dist/review.html'))) {
    run('Building the pages', node, [join(modules, 'vite/bin/vite.js'), 'build', '-c', 'server/web/vite.config.ts'], {
      quiet: true,
      env: { PATH: path },
    });
    stamp('pages', pages);
  }
  const docs = hashOf([
    'server/docs',
    'server/web',
    'server/scripts',
    'server/checklist',
    'package.json',
    'app.yml',
    'action.yml',
    'action/examples',
    'app/settings',
  ]);
  // The build of the pages empties the folder that contains the documentation.
  if (stamps.docs !== docs || !existsSync(join(root, 'server/web/dist/help/index.html'))) {
    run(
      'Building the documentation',
      node,
      ['server/scripts/docs.ts', '--to', 'server/web/dist/help', '--in-service'],
      {
        quiet: true,
        optional: true,
        env: { PATH: path },
      },
    );
    stamp('docs', docs);
  }
}

if (wants.has('browser')) {
  const result = spawnSync(node, [join(root, 'server/scripts/browser.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}
