import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from './support/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.close());

/** The smallest PDF that readers open: as many empty pages as wanted. */
function writePdf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(' ');
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] >>';
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`];
  objects.push(...Array.from({ length: pages }, () => page));
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

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
