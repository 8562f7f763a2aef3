import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../../server/scripts/docs/build-site.ts';
import { linkPage } from '../../../server/scripts/docs/links.ts';
import { readPage } from '../../../server/scripts/docs/read-page.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { pageOf, root } from '../readme/support/readme.ts';
import { pageNames } from './support/blocks.ts';

const folder = await temporaryFolder('sightline-site-');

test('the folder for static hosting has every page, only relative links, and no link to the service', async () => {
  const to = join(folder, 'site');
  await buildSite(to, { inService: false });
  await buildSite(to, { inService: false });
  const there = await readdir(to);
  for (const name of pageNames) expect(there).toContain(`${name}.html`);
  const head = (await readFile(join(to, 'index.html'), 'utf8')).split('<main>')[0] ?? '';
  for (const [, target = ''] of head.matchAll(/(?:href|src)="([^"]+)"/g)) expect(target).toMatch(/^(#|[\w-]+\.)/);
});

test('a folder with other content is left alone', async () => {
  await writeFile(join(folder, 'mine.txt'), 'mine');
  await expect(buildSite(folder, { inService: false })).rejects.toThrow('holds something else');
  expect(await readFile(join(folder, 'mine.txt'), 'utf8')).toBe('mine');
});

test('a broken link fails the build for hosting, and is a warning in the service', async () => {
  const pages = new Map([['index', readPage('index', '# Sightline\n[a](nowhere.md)')]]);
  const problems = ['index.md: "nowhere.md" is not there'];
  const to = join(folder, 'broken');
  const source = 'https://github.com/acme/sightline';
  await expect(buildSite(to, { inService: false, pages })).rejects.toThrow(problems.join());
  expect(await buildSite(to, { inService: true, source, pages })).toEqual({ pages: 1, problems });
  expect(await readFile(join(to, 'index.html'), 'utf8')).toContain(`<a href="${source}">Repository</a>`);
});

test('broken links are named: a page, a heading, an image, a file, a folder', () => {
  const page = readPage(
    'one',
    '# One\n[a](two.md) [b](#nowhere) ![c](images/none.webp) [d](../../none.yml) [e](../../action) [f](../../../etc/passwd) [g](/docs)',
  );
  const { problems } = linkPage(page, new Map([['one', page]]), root, 'server/docs');
  expect(problems).toEqual([
    'one.md: "two.md" is not there',
    'one.md: "#nowhere" is no heading of one.md',
    'one.md: "images/none.webp" is not there',
    'one.md: "../../none.yml" is not there',
    'one.md: "../../action" is a folder: name a file of it',
    'one.md: "../../../etc/passwd" is not there',
    'one.md: "/docs" leads nowhere on GitHub: write the path as code',
  ]);
});

test('the App page keeps the headings that others may link to', () => {
  const { headings } = readPage('github-app', pageOf('github-app'));
  expect(headings.map(({ anchor }) => anchor)).toEqual(
    expect.arrayContaining([
      'create-it',
      'permissions',
      'events',
      'checks',
      'githubsightlineyml',
      'signing-in-with-github',
      'joining-a-repositorys-workspace',
      'what-a-fixing-agent-can-do',
      'jobs-under-workflow_run',
    ]),
  );
});
