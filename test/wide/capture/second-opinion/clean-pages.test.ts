import { expect, test } from 'vitest';
import { runRules } from '../../../../server/checklist/run-rules.ts';
import { cleanPages } from '../../../capture/second-opinion/support/clean-pages.ts';
import { openStage } from '../../../capture/second-opinion/support/stage.ts';

const CLEAR = 0.5;

const stage = await openStage();

test('pages that a designer would accept have no clear finding, as a website and as an interface', async () => {
  const shown = await Promise.all(
    cleanPages.map(async ({ name, html }) => ({
      name,
      views: await stage.show({ as: 'desktop', beside: 'mobile', html }, 'website'),
    })),
  );
  const alarms: string[] = [];
  let views = 0;
  let advice = 0;
  for (const { name, views: all } of shown) {
    expect(all).toHaveLength(2);
    for (const { scene } of all) {
      views += 1;
      // The facts must have been collected, because a page without facts has no findings either.
      expect(scene.facts.texts.length, `${name} ${scene.shot.label}`).toBeGreaterThan(10);
      for (const type of ['website', 'ui'] as const) {
        for (const { rule, body, weight, area } of runRules({ ...scene, type }, new Set())) {
          if (weight < CLEAR) advice += 1;
          else alarms.push(`${name} ${scene.shot.viewport?.name} ${rule}: ${body} ${JSON.stringify(area)}`);
        }
      }
    }
  }
  console.log(
    `${cleanPages.length} clean pages × ${views / cleanPages.length} views: ${alarms.length} findings of weight ≥ ${CLEAR}, ${advice} of less`,
  );
  expect(alarms).toEqual([]);
});
