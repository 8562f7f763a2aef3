import { expect, test } from 'vitest';
import type { Example } from '../../../server/checklist/rule.ts';
import { rules } from '../../../server/checklist/rules/index.ts';
import type { ReviewType } from '../../../server/contract/review.ts';
import { isSamePlace } from './support/places.ts';
import { openStage } from './support/stage.ts';

const stage = await openStage();

/** A rule for each kind of screenshot that the checklist receives. Its examples are really captured. */
const shown: [as: Example['as'], type: ReviewType, rule: string][] = [
  ['desktop', 'website', 'low-contrast'],
  ['mobile', 'website', 'small-target'],
  ['slide', 'presentation', 'slide-low-contrast'],
  ['email', 'email', 'small-email-text'],
  ['dark-email', 'email', 'lost-in-dark'],
  ['image', 'ui', 'picture-low-contrast'],
];

test.concurrent.each(shown)('as %s, a defect is found where it is', async (as, type, id) => {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new Error(`There is no rule ${id}.`);
  expect(rule.fails.as).toBe(as);
  let marked = 0;
  for (const { scene, defects } of await stage.show(rule.fails, type)) {
    const boxes = rule.find(scene).map(({ box }) => box);
    for (const defect of defects) expect(boxes.some((box) => box !== null && isSamePlace(box, defect))).toBe(true);
    marked += defects.length;
  }
  expect(marked).toBeGreaterThan(0);
});

// The same for every rule: `test/wide/capture/second-opinion/examples.test.ts`.
test.concurrent('a good example has no findings', async () => {
  const rule = rules.find(({ id }) => id === 'low-contrast');
  if (rule === undefined) throw new Error('There is no rule for contrast.');
  for (const { scene } of await stage.show(rule.passes, 'website')) expect(rule.find(scene)).toEqual([]);
});
