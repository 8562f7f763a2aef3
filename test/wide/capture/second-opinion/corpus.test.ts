import { afterAll, expect, test } from 'vitest';
import { openRunner } from '../../../bench/second-opinion/run-cases.ts';
import { tuned } from '../../../bench/second-opinion/tuned/index.ts';

const runner = await openRunner();
afterAll(async () => {
  await runner.close();
});

const caseOf = (name: string): (typeof tuned.cases)[number] => {
  const found = tuned.cases.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no case “${name}”.`);
  return found;
};

const broken = [
  'shop, pale and cut',
  'dashboard, with holes',
  'pitch, glued',
  'parcel, of its template',
  'picture of the settings, pale',
];

test.each(broken)('%s: the defect is found where it is, and nothing else', async (name) => {
  const { score } = await runner.run(caseOf(name));
  expect(score.defects).toBeGreaterThan(0);
  expect(score.missed.map((defect) => defect.name)).toEqual([]);
  expect(score.alarms.map(({ rule, body }) => `${rule}: ${body}`)).toEqual([]);
});
