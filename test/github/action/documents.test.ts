import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEmail, readPdf } from '../../../action/sources/document.ts';
import { type Bench, startBench } from './support/bench.ts';
import { writePdf } from './support/pdf.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

test('a PDF file becomes a shot a page, and the same commit again spends nothing', async () => {
  const pull = await bench.openPull();
  await writeFile(join(pull.workspace, 'slides.pdf'), writePdf(2));
  const run = await pull.act({ inputs: { pdf: 'slides.pdf', type: 'presentation' } });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(review).toMatchObject({ source: 'pdf', type: 'presentation', status: 'open' });
  expect(review.screenshots.map(({ page_number }) => page_number)).toEqual([1, 2]);
  const left = await pull.creditsLeft();
  const again = await pull.act({ inputs: { pdf: 'slides.pdf', type: 'presentation' }, attempt: 2 });
  expect(again.outputs['review-id']).toBe(review.id);
  expect(await pull.creditsLeft()).toBe(left);
});

test('an email is shown as mail clients do, with the checklist of emails', async () => {
  const pull = await bench.openPull();
  await writeFile(join(pull.workspace, 'welcome.html'), '<h1>Welcome ü</h1><p>Glad to have you.</p>');
  const run = await pull.act({ inputs: { html: 'welcome.html' } });
  expect(run.log).not.toContain('::error::');
  const review = await pull.review(run);
  expect(review).toMatchObject({ source: 'html', type: 'email', status: 'open' });
  expect(review.screenshots.map(({ label }) => label)).toEqual(['Email']);
});

test('files over the service’s limits and empty ones are told before they are sent', async () => {
  const pull = await bench.openPull();
  await writeFile(join(pull.workspace, 'large.html'), `<p>${'x'.repeat(1_000_001)}`);
  await writeFile(join(pull.workspace, 'empty.html'), ' \n');
  const large = await pull.act({ inputs: { html: 'large.html' } });
  expect(large.log).toContain('Input "html": large.html is larger than the 1 MB that the service takes.');
  const empty = await pull.act({ inputs: { html: 'empty.html' } });
  expect(empty.log).toContain('Input "html": empty.html is empty.');
});

test('a file outside of the workspace is not read, by whatever way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-documents-'));
  const workspace = join(folder, 'work');
  await mkdir(workspace);
  await writeFile(join(folder, 'secret.html'), 'secret');
  await writeFile(join(workspace, 'own.html'), 'own');
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
  await rm(folder, { recursive: true });
});
