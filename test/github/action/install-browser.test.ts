import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { browserFiles } from '../../../server/capture/local/browsers.ts';
import { installBrowser } from '../../../server/capture/local/install-browser.ts';
import { bundlePath } from '../../support/action.ts';
import { startHttpServer } from '../../support/servers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { writeZip } from './support/zip.ts';

/** The command line of the Playwright that the committed Action contains. */
const cli = join(dirname(bundlePath), 'playwright/cli.js');

let isThere = true;
const asked: string[] = [];

const folder = await temporaryFolder('install-');
const shell = Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(2_000_000)]);
const archive = writeZip({
  'chrome-headless-shell-linux64/chrome-headless-shell': shell,
  'ffmpeg-linux': Buffer.from('\x7fELF'),
});
const host = await startHttpServer((request, response) => {
  asked.push(request.url ?? '');
  if (isThere) response.writeHead(200, { 'content-length': archive.length }).end(archive);
  else response.writeHead(404).end();
});

const environment = (store: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  PLAYWRIGHT_DOWNLOAD_HOST: host.origin,
  PLAYWRIGHT_BROWSERS_PATH: store,
  INPUT_TOKEN: 'slt_secret',
});

test('a browser is downloaded from the configured mirror, with progress, and then found', async () => {
  const store = join(folder, 'browsers');
  const lines: string[] = [];
  expect(await installBrowser(cli, environment(store), (line) => lines.push(line))).toBe(true);
  expect(asked.some((path) => /chrome-headless-shell[^/]*\.zip$/.test(path))).toBe(true);
  console.log(`What the job sees of a download:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  expect(lines[0]).toBe('No browser on this machine: downloading one (about 110 MB).');
  expect(lines.some((line) => /^Downloading Chrom/.test(line))).toBe(true);
  expect(lines.filter((line) => /^\d+% of 1\.9 MiB$/.test(line)).length).toBeGreaterThanOrEqual(4);
  expect(lines).toContain('100% of 1.9 MiB');
  expect(lines.length).toBeLessThan(15);

  const revision = /chromium-\d+/.exec(chromium.executablePath())?.[0] ?? '';
  const found = browserFiles({}, join(store, revision, 'chrome-linux64/chrome')).filter((file) =>
    file.startsWith(store),
  );
  expect(found).toHaveLength(1);
  expect((await stat(found[0] ?? '')).mode & 0o111).not.toBe(0);
});

test('a failed download is reported', async () => {
  isThere = false;
  const lines: string[] = [];
  expect(await installBrowser(cli, environment(join(folder, 'none')), (line) => lines.push(line))).toBe(false);
  expect(lines.join('\n')).toMatch(/^Error/m);
});
