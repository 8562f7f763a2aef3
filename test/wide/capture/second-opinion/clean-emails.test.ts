import { expect, test } from 'vitest';
import { runRules } from '../../../../server/checklist/run-rules.ts';
import { cleanEmails } from '../../../capture/second-opinion/support/clean-emails.ts';
import { openStage } from '../../../capture/second-opinion/support/stage.ts';

/** The weight from which a finding is a problem; below it is advice. */
const CLEAR = 0.5;

const stage = await openStage();

test('emails that a designer would accept have no clear finding, in light and in dark', async () => {
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
      // The facts must have been collected, because an email without facts has no findings either.
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
