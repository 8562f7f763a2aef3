import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Operation } from '../../../server/contract/define-operation.ts';
import { operations } from '../../../server/contract/index.ts';
import { codeIn, pageOf, readme, root, rowsOf, sectionOf } from './support/readme.ts';

const headings = [...readme.matchAll(/^(#{2,3}) (.+)$/gm)].map(([, , words = '']) => words);
const anchorOf = (words: string) =>
  words
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

test('the README says what this is, then how to try, add, connect, host, configure and develop it', async () => {
  const parts = [...readme.matchAll(/^## (.+)$/gm)].map(([, words]) => words);
  expect(parts).toEqual([
    'Try it',
    'Add the Action',
    'Install the App',
    'Connect an agent',
    'Self-host',
    'Configure',
    'Develop',
    'Why not Percy, Argos or Lost Pixel?',
    'FAQ',
    'Security',
    'Licence',
  ]);
  const intro = readme.slice(0, readme.indexOf('\n## '));
  const [, moving = ''] = /<img src="(server\/docs\/images\/[\w-]+\.webp)" alt="[^"]+"/.exec(intro) ?? [];
  const { pages = 1, width } = await sharp(join(root, moving), { pages: -1 }).metadata();
  expect(pages).toBeGreaterThan(4);
  expect(width, 'it can be read at the width of the page').toBeGreaterThanOrEqual(1600);
  expect(statSync(join(root, moving)).size).toBeLessThanOrEqual(1_500_000);
  expect(intro, 'who wants no motion has an image that stands still').toContain(
    '<source media="(prefers-reduced-motion: reduce)"',
  );
});

test('the README’s badges agree with package.json and the workflows', () => {
  const { version, engines, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const badges = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, address = '']) => decodeURIComponent(address));
  const said = badges.flatMap((address) => /^https:\/\/img\.shields\.io\/badge\/(.+)-\w+$/.exec(address)?.[1] ?? []);
  expect(said).toEqual([
    ...(version.startsWith('0.') ? ['status-pre--1.0'] : []),
    `node-${engines.node.replace('>=', '≥ ')}`,
    `licence-${license}`,
  ]);
  const [workflow = ''] = badges.flatMap(
    (address) => /^\.\.\/\.\.\/actions\/workflows\/(.+)\/badge\.svg$/.exec(address)?.[1] ?? [],
  );
  expect(existsSync(join(root, '.github/workflows', workflow))).toBe(true);
});

test('the README’s images and files exist and are small, and its links lead somewhere', () => {
  const targets = [...readme.matchAll(/(?:\]\(|<img src=")([^)"]+)/g)].map(([, target = '']) => target);
  // Links to GitHub itself, relative to whichever repository this is.
  const local = targets.filter((target) => !/^(https:|\.\.\/\.\.\/actions\/)/.test(target));
  expect(local.length).toBeGreaterThan(5);
  for (const target of local) {
    if (target.startsWith('#')) expect(headings.map(anchorOf), target).toContain(target.slice(1));
    else expect(existsSync(join(root, target.split('#')[0] ?? '')), target).toBe(true);
  }
  for (const target of local.filter((each) => each.endsWith('.webp') && !each.endsWith('/loop.webp'))) {
    expect(statSync(join(root, target)).size, target).toBeLessThanOrEqual(80 * 1024);
  }
});

test('the README’s table names each tool once and no other', () => {
  const [rows] = [rowsOf(sectionOf('## The loop', pageOf('mcp')))];
  const named = rows.flatMap(([name = '']) => codeIn(name));
  const tools = Object.values<Operation>(operations).filter(({ tool }) => tool !== null && tool.app !== true);
  expect(named.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
});

test('the README’s loop calls tools and fields that exist', () => {
  const steps = sectionOf('## The loop', pageOf('mcp')).match(/^\d\. .*$/gm) ?? [];
  expect(steps).toHaveLength(8);
  const known = new Set(
    Object.values<Operation>(operations).flatMap(({ name, input, output }) => [
      name,
      ...Object.keys(input.shape),
      ...Object.keys(output.shape),
    ]),
  );
  for (const step of steps)
    for (const code of codeIn(step)) if (code !== 'true') expect([...known], step).toContain(code);
});

test.each(['server/config.ts', 'app/config.ts'])('the README explains every variable that %s reads', (file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const read = [...source.matchAll(/^ {2}([A-Z][A-Z_]{3,}): /gm)].map(([, name = '']) => name);
  expect(read.length).toBeGreaterThan(5);
  const explained = rowsOf(pageOf('settings')).flatMap(([name = '']) => codeIn(name));
  for (const name of read)
    expect(explained, 'explain it in server/scripts/references/setting-words.ts').toContain(name);
  for (const name of rowsOf(sectionOf('## Configure')).flatMap(([cell = '']) => codeIn(cell)))
    expect(explained).toContain(name);
});
