import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { captureOnRunner } from '../../../action/sources/on-runner.ts';
import { captureShots } from '../../../server/capture/local/index.ts';
import { openBrowser } from '../../../server/capture/local/open-browser.ts';
import { viewports } from '../../../server/capture/viewport.ts';
import { browserPath } from '../../support/browser.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { startHttpServer } from '../../support/servers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = await temporaryFolder('browser-');
const broken = join(folder, 'chrome-headless-shell');
const said = `${broken}: error while loading shared libraries: libnss3.so: cannot open shared object file`;
await writeFile(broken, `#!/bin/sh\necho '${said}' >&2\nexit 127\n`, { mode: 0o755 });
afterEach(() => void vi.unstubAllEnvs());

/** Opens a browser on a machine that has these, and that a download brings others. */
async function open(at: { installed?: string[]; downloaded?: string[] }) {
  vi.stubEnv('BROWSER_PATH', '');
  const files = [...(at.installed ?? [])];
  const download = async () => void files.push(...(at.downloaded ?? []));
  return (await openBrowser(() => {}, true, { files: () => [...files], download })) as { problem: string };
}

test('a downloaded browser that does not start is reported as such, not as a failed download', async () => {
  const { problem } = await open({ downloaded: [broken] });
  expect(problem).toMatch(/^The browser at .*chrome-headless-shell does not start \(.*libnss3\.so: cannot open shared/);
});

test('a missing browser is reported with its failed download, and one that does not start by name', async () => {
  expect(await open({})).toEqual({ problem: 'There is no browser on this machine, and none could be downloaded' });
  const { problem } = await open({ installed: [broken] });
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
  vi.stubEnv('BROWSER_PATH', wrapper);
  const wanted = ['/a', '/b'].map((page) => shotOf(host.origin, page));
  const shots = await captureShots(wanted, { log() {}, milliseconds: PATIENCE_MS, mayDownload: true });
  expect(shots).toMatchObject(wanted.map(({ label }) => ({ label, png: expect.any(Buffer) })));
  expect(await browsers()).toHaveLength(2);
});

test('without a browser that starts, or without any screenshot, the job fails with the reason and what to do', async () => {
  const wanted = ['/a', '/b'].map((page) => shotOf('http://127.0.0.1:9', page));
  const capture = () => captureOnRunner(wanted, { milliseconds: 1, log() {}, warn() {} });
  vi.stubEnv('BROWSER_PATH', broken);
  await expect(capture()).rejects.toThrow(
    /^BROWSER_PATH is .*chrome-headless-shell, which does not start \(.*\)\. Install Google Chrome or Chromium, .*in an earlier step, or set the environment variable BROWSER_PATH/,
  );
  vi.stubEnv('BROWSER_PATH', await browserPath());
  await expect(capture()).rejects.toThrow(
    /^No screenshot could be captured\. \/a: The time for all screenshots was over\. Raise `timeout`/,
  );
});
