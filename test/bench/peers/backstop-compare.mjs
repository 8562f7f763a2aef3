/**
 * Compares two folders of images with the comparing step of BackstopJS, which its program runs only after a capture of
 * its own: `node backstop-compare.mjs BEFORE AFTER`. Prints how many differ.
 */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import compare from 'backstopjs/core/util/compare/index.js';

const [before = '', after = ''] = process.argv.slice(2).map((folder) => resolve(folder));
const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-backstop-'));
const testPairs = (await readdir(after)).map((fileName) => ({
  ...{ reference: join(before, fileName), test: join(after, fileName), fileName, label: fileName },
  ...{ misMatchThreshold: 0, requireSameDimensions: true, viewportLabel: 'desktop' },
}));
try {
  const tempCompareConfigFileName = join(folder, 'compare.json');
  await writeFile(tempCompareConfigFileName, JSON.stringify({ compareConfig: { testPairs } }));
  const ciReport = { testSuiteName: 'bench' };
  const { tests } = await compare({ projectPath: folder, tempCompareConfigFileName, ciReport, id: 'bench' });
  console.log(tests.filter(({ status }) => status === 'fail').length);
} finally {
  await rm(folder, { recursive: true, force: true });
}
