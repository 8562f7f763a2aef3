import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../readme/support/readme.ts';
import { shellBlocks } from './support/blocks.ts';
import { type Known, knownBlocks } from './support/known-blocks.ts';

const fits = ({ page, begins }: Known, block: (typeof shellBlocks)[number]): boolean =>
  page.test(block.page) && block.text.startsWith(begins);

test('every block of commands is run by a test, or listed with the reason why not', () => {
  const unknown = shellBlocks.filter((block) => !knownBlocks.some((known) => fits(known, block)));
  expect(unknown, 'list it in test/repository/docs/support/known-blocks.ts').toEqual([]);
});

test('the list of blocks names only blocks and tests that exist', () => {
  const gone = knownBlocks.filter((known) => !shellBlocks.some((block) => fits(known, block)));
  expect(gone).toEqual([]);
  for (const { begins, run, because } of knownBlocks) {
    expect(
      [run, because].filter((each) => each !== undefined),
      begins,
    ).toHaveLength(1);
    if (run !== undefined) expect(readFileSync(join(root, run), 'utf8'), begins).toMatch(/\btest\(/);
  }
});
