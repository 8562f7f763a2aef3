import { expect, test } from 'vitest';
import type { Example } from '../../../../server/checklist/rule.ts';
import { runRules } from '../../../../server/checklist/run-rules.ts';
import type { ReviewType } from '../../../../server/contract/review.ts';
import { cleanEmails } from '../../../capture/second-opinion/support/clean-emails.ts';
import { cleanPages } from '../../../capture/second-opinion/support/clean-pages.ts';
import { openStage } from '../../../capture/second-opinion/support/stage.ts';

/** The weight from which a finding is a problem; below it is advice. */
const CLEAR = 0.5;

const stage = await openStage();

/** Expects two screenshots of each example, with facts and without clear findings, for reviews of each type. */
async function expectClean(examples: Record<string, Example>, [first, ...others]: [ReviewType, ...ReviewType[]]) {
  const alarms: string[] = [];
  const shown = Object.entries(examples).map(async ([name, example]) => {
    const views = await stage.show(example, first);
    expect(views).toHaveLength(2);
    for (const { scene } of views) {
      // The facts must have been collected, because a page without facts has no findings either.
      expect(scene.facts.email?.readable ?? scene.facts.texts.length * 10, name).toBeGreaterThan(100);
      for (const type of [first, ...others]) {
        const clear = runRules({ ...scene, type }, new Set()).filter(({ weight }) => weight >= CLEAR);
        alarms.push(...clear.map(({ rule, body }) => `${name}, ${scene.shot.label}, ${rule}: ${body}`));
      }
    }
  });
  await Promise.all(shown);
  console.log(`${shown.length} clean examples × 2 views: ${alarms.length} findings of weight ≥ ${CLEAR}`);
  expect(alarms).toEqual([]);
}

test('pages that a designer would accept have no clear finding, as a website and as an interface', () => {
  const examples = cleanPages.map(({ name, html }) => [name, { as: 'desktop', beside: 'mobile', html }] as const);
  return expectClean(Object.fromEntries(examples), ['website', 'ui']);
});

test('emails that a designer would accept have no clear finding, in light and in dark', () => {
  const examples = Object.entries(cleanEmails).map(([name, html]) => [name, { as: 'dark-email', html }] as const);
  return expectClean(Object.fromEntries(examples), ['email']);
});
