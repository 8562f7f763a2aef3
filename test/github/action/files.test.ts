import { chmod, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { captureDir } from '../../../action/sources/dir.ts';
import { readEmail, readPdf } from '../../../action/sources/document.ts';
import { readImages } from '../../../action/sources/images.ts';
import { captureStorybook } from '../../../action/sources/storybook.ts';
import { browserFiles } from '../../../server/capture/local/browsers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** What the Action reads from the job's machine, without a service. */
const folder = await temporaryFolder('files-');
const workspace = join(folder, 'work');
await mkdir(workspace);

async function write(name: string, text: string, mode = 0o644): Promise<string> {
  const file = join(folder, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text, { mode });
  await chmod(file, mode);
  return file;
}

test('a file outside the workspace is never read, also through links', async () => {
  await write('secret.html', 'secret');
  await write('work/own.html', 'own');
  await symlink(join(folder, 'secret.html'), join(workspace, 'link.html'));
  await symlink('own.html', join(workspace, 'inside.html'));
  await symlink(folder, join(workspace, 'up'));
  for (const path of ['../secret.html', 'link.html', 'up/secret.html', join(folder, 'secret.html')]) {
    await expect(readEmail(path, workspace), path).rejects.toThrow('is outside of');
    await expect(readPdf(path, workspace), path).rejects.toThrow('is outside of');
  }
  for (const path of ['own.html', 'inside.html', join(workspace, 'own.html')]) {
    expect(await readEmail(path, workspace)).toEqual({ kind: 'html', html: 'own' });
  }
});

test('input that cannot be reviewed is named before anything is created', async () => {
  await write('work/large.html', `<p>${'x'.repeat(1_000_001)}`);
  await write('work/empty.html', ' \n');
  await writeFile(join(workspace, 'latin.html'), Buffer.from('<p>Größe', 'latin1'));
  for (const page of ['index', 'docs/first', 'docs/second', '404'])
    await write(`work/site/${page}.html`, '<h1>Page</h1>');
  const runner = { milliseconds: 1, log() {}, warn() {}, waitFor: '', mask: [], workspace };
  const dir = (given: string, ...paths: string[]) => captureDir(given, { ...runner, paths, app: false });
  for (const [attempt, words] of [
    [() => readPdf('none.pdf', workspace), 'Input "pdf": there is no file none.pdf'],
    [() => readPdf('empty.html', workspace), 'Input "pdf": empty.html is not a PDF'],
    [() => readEmail('none.html', workspace), 'Input "html": there is no file none.html'],
    [
      () => readEmail('large.html', workspace),
      'Input "html": large.html is larger than the 1 MB that the service takes.',
    ],
    [() => readEmail('empty.html', workspace), 'Input "html": empty.html is empty.'],
    [() => readEmail('latin.html', workspace), 'Input "html": latin.html is not UTF-8 text.'],
    [() => dir('nowhere'), 'Input "dir": there is no folder nowhere'],
    [
      () => dir('site', '/orders/7'),
      'Input "paths": "/orders/7" is no page of site, which has /, /docs/first, /docs/second.',
    ],
    [() => dir('site', '!/**'), 'Input "paths": the lines with "!" leave out every page of site.'],
    // A glob chooses the pages that match it, and no others.
    [() => dir('site', '/docs/**', '!/docs/*'), 'Input "paths": the lines with "!" leave out every page of site.'],
    [
      () => dir('site', '/blog/*'),
      'Input "paths": no page of site matches "/blog/*"; it has /, /docs/first, /docs/second.',
    ],
    [
      () => captureStorybook('site', { ...runner, stories: [] }),
      'Input "storybook": site has no index.json that names stories',
    ],
  ] as const) {
    await expect(attempt()).rejects.toThrow(words);
  }
  for (let page = 0; page < 501; page += 1) await write(`work/many/page-${page}.html`, '<h1>Page</h1>');
  await expect(dir('many', '/**')).rejects.toThrow(
    'Input "paths": 501 pages are too many for one review, which holds 500.',
  );
});

describe('images from untrusted pull requests', () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'a link to a file of the runner',
      () => symlink('/etc/hostname', join(workspace, 'art/a.png')),
      /is a link that leads out/,
    ],
    ['an image that is none', () => write('work/art/a.png', '<svg onload="alert(1)">'), /is not a PNG, JPEG or WebP/],
    [
      'a file of 5 GB',
      async () => truncate(await write('work/art/a.png', ''), 5_000_000_000),
      /is 5000\.0 MB; an image may be 10 MB/,
    ],
    [
      'more than a review holds',
      async () => {
        for (let index = 0; index < 1001; index += 1) await write(`work/art/${index}.png`, 'x');
      },
      /1001 files match, and a review holds 1000/,
    ],
    ['none at all', async () => {}, /no file matches art\/\*\.png/],
  ])('%s: the error names it, and nothing is read', async (_, poison, message) => {
    await mkdir(join(workspace, 'art'), { recursive: true });
    await poison();
    await expect(readImages(['art/*.png'], workspace)).rejects.toThrow(message);
    await rm(join(workspace, 'art'), { recursive: true });
  });
});

test('images outside the workspace are named by their path below where the glob begins', async () => {
  for (const name of ['artifact/home.webp', 'artifact/shop/cart.webp']) await write(name, 'RIFF0000WEBP');
  const labels = async (glob: string) => (await readImages([glob], workspace)).map(({ label }) => label);
  expect(await labels(join(folder, 'artifact/**/*.webp'))).toEqual(['home', 'shop/cart']);
  expect(await labels('../artifact/**/*.webp')).toEqual(['home', 'shop/cart']);
});

describe('browsers on the runner', () => {
  const store = 'ms-playwright/chromium-1255/chrome-linux/chrome';
  const newest = 'ms-playwright/chromium_headless_shell-1255/linux/chrome-headless-shell';
  const older = 'ms-playwright/chromium_headless_shell-1200/linux/chrome-headless-shell';

  test('a script with a browser’s name is skipped, and downloads are listed with the newest first', async () => {
    await write('stub/chromium-browser', '#!/bin/sh\necho install the snap\n', 0o755);
    for (const name of ['bin/google-chrome', newest, older]) await write(name, '\x7fELF', 0o755);
    const PATH = [join(folder, 'stub'), join(folder, 'bin')].join(delimiter);
    const found = browserFiles({ PATH }, join(folder, store)).filter((path) => path.startsWith(folder));
    expect(found).toEqual(['bin/google-chrome', newest, older].map((name) => join(folder, name)));
  });

  test('a browser named by the runner or the job is tried first; BROWSER_PATH is tried alone', async () => {
    const CHROME_BIN = await write('bin/google-chrome', '\x7fELF', 0o755);
    expect(browserFiles({ CHROME_BIN }, join(folder, store))[0]).toBe(CHROME_BIN);
    expect(browserFiles({ CHROME_BIN, BROWSER_PATH: '/wanted' }, join(folder, store))).toEqual(['/wanted']);
  });
});
