import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { captureOnRunner } from '../../../action/sources/on-runner.ts';
import { captureShots } from '../../../server/capture/local/index.ts';
import { openBrowser } from '../../../server/capture/local/open-browser.ts';
import { viewports } from '../../../server/capture/viewport.ts';
import { browserPath } from '../../support/browser.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startHttpServer } from '../../support/servers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The browsers on the runner, and those that a download adds. */
const files = vi.hoisted(() => ({ found: [] as string[], downloaded: [] as string[] }));
vi.mock('../../../server/capture/local/browsers.ts', () => ({ browserFiles: () => [...files.found] }));
vi.mock('../../../server/capture/local/install-browser.ts', () => ({
  browserEnv: () => ({}),
  installBrowser: async () => void files.found.push(...files.downloaded),
}));

let folder: string;
let broken: string;
beforeEach(async () => {
  vi.stubEnv('BROWSER_PATH', '');
  folder = await temporaryFolder('browser-');
  broken = join(folder, 'chrome-headless-shell');
  const said = `${broken}: error while loading shared libraries: libnss3.so: cannot open shared object file`;
  await writeFile(broken, `#!/bin/sh\necho '${said}' >&2\nexit 127\n`);
  await chmod(broken, 0o755);
  files.found = [];
  files.downloaded = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
});

const open = () => openBrowser(() => {}, true, 'cli.js');

test('a downloaded browser that does not start is reported as such, not as a failed download', async () => {
  files.downloaded = [broken];
  const { problem } = (await open()) as { problem: string };
  expect(problem).toMatch(/^The browser at .*chrome-headless-shell does not start \(.*libnss3\.so: cannot open shared/);
});

test('a missing browser is reported with its failed download, and one that does not start by name', async () => {
  expect(await open()).toEqual({ problem: 'There is no browser on this machine, and none could be downloaded' });
  files.found = [broken];
  const { problem } = (await open()) as { problem: string };
  expect(problem).toMatch(/does not start \(.*libnss3.*\), and none could be downloaded$/);
});

const shotOf = (origin: string, page: string) => ({
  label: page,
  page,
  request: { url: origin + page, viewport: viewports.desktop, mask: [] },
});

test('a browser that crashes is started again, and no screenshot is lost', async () => {
  const started = join(folder, 'started');
  const wrapper = join(folder, 'wrapper');
  await writeFile(wrapper, `#!/bin/sh\necho $$ >> ${started}\nexec ${await browserPath()} "$@"\n`, { mode: 0o755 });
  const browsers = async () => (await readFile(started, 'utf8')).trim().split('\n').map(Number);
  let isFirst = true;
  const host = await startHttpServer(async (_, response) => {
    if (isFirst) {
      isFirst = false;
      process.kill((await browsers())[0] ?? Number.NaN, 'SIGKILL');
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Page</h1>');
  });
  files.found = [wrapper];
  const wanted = ['/a', '/b'].map((page) => shotOf(host.origin, page));
  const shots = await captureShots(wanted, { log() {}, milliseconds: PATIENCE_MS, mayDownload: true });
  expect(shots).toMatchObject(wanted.map(({ label }) => ({ label, png: expect.any(Buffer) })));
  expect(await browsers()).toHaveLength(2);
});

test('without a browser, or without any screenshot, the job fails with the reason and what to do', async () => {
  const wanted = ['/a', '/b'].map((page) => shotOf('http://127.0.0.1:9', page));
  const capture = () => captureOnRunner(wanted, { milliseconds: 1, log() {}, warn() {} });
  await expect(capture()).rejects.toThrow(
    /^There is no browser on this machine, and none could be downloaded\. Install Google Chrome or Chromium, .*in an earlier step, or set the environment variable BROWSER_PATH/,
  );
  files.found = [await browserPath()];
  await expect(capture()).rejects.toThrow(
    /^No screenshot could be captured\. \/a: The time for all screenshots was over\. Raise `timeout`/,
  );
});
