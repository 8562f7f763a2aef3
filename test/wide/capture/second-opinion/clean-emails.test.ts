import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRules } from '../../../../server/checklist/run-rules.ts';
import { cleanEmails } from '../../../capture/second-opinion/support/clean-emails.ts';
import { openStage, type Stage } from '../../../capture/second-opinion/support/stage.ts';

/** What a person should be told about, beside which there is advice. */
const CLEAR = 0.5;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('emails that a designer would let pass raise nothing clear, in light and in the dark', async () => {
  const alarms: string[] = [];
  let advice = 0;
  const shown = await Promise.all(
    Object.entries(cleanEmails).map(async ([name, html]) => ({
      name,
      views: await stage.show({ as: 'dark-email', html }, 'email'),
    })),
  );
  for (const { name, views } of shown) {
    expect(views).toHaveLength(2);
    for (const { scene } of views) {
      // What was kept is what the email says: one of which nothing is known raises nothing either.
      expect(scene.facts.email?.readable, name).toBeGreaterThan(100);
      for (const { rule, body, weight } of runRules(scene, new Set())) {
        if (weight < CLEAR) advice += 1;
        else alarms.push(`${name}, ${scene.shot.label}, ${rule}: ${body}`);
      }
    }
  }
  console.log(
    `${shown.length} clean emails × 2 views: ${alarms.length} findings of weight ≥ ${CLEAR}, ${advice} of less`,
  );
  expect(alarms).toEqual([]);
});
