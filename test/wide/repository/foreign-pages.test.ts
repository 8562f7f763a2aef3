import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../repository/source-imports.ts';
import { foreignPages } from '../../support/foreign/pages.ts';
import { serveForeignPages } from '../../support/foreign/serve.ts';

const {
  dependencies,
  devDependencies,
}: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test('foreign pages come from many pinned packages, in several scripts', () => {
  const packages = new Set(foreignPages.map((page) => page.package));
  expect(packages.size).toBeGreaterThanOrEqual(15);
  expect(foreignPages.length).toBeGreaterThanOrEqual(40);
  expect(new Set(foreignPages.map(({ name }) => name)).size).toBe(foreignPages.length);
  expect(new Set(foreignPages.map(({ script }) => script))).toEqual(new Set(['Latin', 'CJK', 'RTL']));
  for (const name of packages)
    expect((devDependencies ?? dependencies)?.[name] ?? dependencies?.[name]).toMatch(/^\d+\.\d+\.\d+$/);
});

test('every foreign page is served, and nothing outside their packages', async () => {
  const site = await serveForeignPages();
  for (const page of foreignPages) {
    const answer = await fetch(site.url(page));
    expect(answer.status, page.name).toBe(200);
    expect(answer.headers.get('content-type'), page.name).toMatch(/^text\/html/);
    expect(await answer.text(), page.name).toMatch(/<(html|!doctype)/i);
  }
  for (const path of [
    'typescript/package.json',
    'uikit/../typescript/package.json',
    'uikit/none.html',
    '%2e%2e/package.json',
  ])
    expect((await fetch(`${site.origin}/${path}`)).status, path).toBe(404);
});
