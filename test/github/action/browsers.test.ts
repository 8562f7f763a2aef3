import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserFiles } from '../../../action/capture/browsers.ts';

let folder: string;
const file = (...parts: string[]) => join(folder, ...parts);
const store = 'ms-playwright/chromium-1255/chrome-linux/chrome';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'browsers-'));
  const files = {
    'stub/chromium-browser': '#!/bin/sh\necho install the snap\n',
    'bin/google-chrome': '\x7fELF',
    'ms-playwright/chromium_headless_shell-1200/linux/chrome-headless-shell': '\x7fELF',
    'ms-playwright/chromium_headless_shell-1255/linux/chrome-headless-shell': '\x7fELF',
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(file(name, '..'), { recursive: true });
    await writeFile(file(name), text);
    await chmod(file(name), 0o755);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a script of a browser’s name is passed over, a binary is taken, and downloads come newest first', () => {
  const PATH = [file('stub'), file('bin')].join(delimiter);
  const found = browserFiles({ PATH }, file(store)).filter((path) => path.startsWith(folder));
  expect(found).toEqual([
    file('bin/google-chrome'),
    file('ms-playwright/chromium_headless_shell-1255/linux/chrome-headless-shell'),
    file('ms-playwright/chromium_headless_shell-1200/linux/chrome-headless-shell'),
  ]);
});

test('the browser that the runner or the job names comes before those that are found; BROWSER_PATH is the only one', () => {
  const chrome = file('bin/google-chrome');
  expect(browserFiles({ CHROME_BIN: chrome }, file(store))[0]).toBe(chrome);
  expect(browserFiles({ CHROME_BIN: chrome, BROWSER_PATH: '/wanted' }, file(store))).toEqual(['/wanted']);
});
