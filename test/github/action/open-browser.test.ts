import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openBrowser } from '../../../action/capture/open-browser.ts';

/** The browsers on the runner, and those that a download adds. */
const files = vi.hoisted(() => ({ found: [] as string[], downloaded: [] as string[] }));
vi.mock('../../../action/capture/browsers.ts', () => ({ browserFiles: () => [...files.found] }));
vi.mock('../../../action/capture/install-browser.ts', () => ({
  browserEnv: () => ({}),
  installBrowser: async () => void files.found.push(...files.downloaded),
}));

let folder: string;
let broken: string;
beforeEach(async () => {
  vi.stubEnv('BROWSER_PATH', '');
  folder = await mkdtemp(join(tmpdir(), 'browser-'));
  broken = join(folder, 'chrome-headless-shell');
  const said = `${broken}: error while loading shared libraries: libnss3.so: cannot open shared object file`;
  await writeFile(broken, `#!/bin/sh\necho '${said}' >&2\nexit 127\n`);
  await chmod(broken, 0o755);
  files.found = [];
  files.downloaded = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const open = () => openBrowser(() => {}, 'cli.js');

test('a downloaded browser that does not start is reported as such, not as a failed download', async () => {
  files.downloaded = [broken];
  const { problem } = (await open()) as { problem: string };
  expect(problem).toMatch(/^The browser at .*chrome-headless-shell does not start \(.*libnss3\.so: cannot open shared/);
});

test('a missing browser is reported with its failed download, and one that does not start by name', async () => {
  expect(await open()).toEqual({ problem: 'There is no browser on this runner, and none could be downloaded' });
  files.found = [broken];
  const { problem } = (await open()) as { problem: string };
  expect(problem).toMatch(/does not start \(.*libnss3.*\), and none could be downloaded$/);
});
