import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReviewType } from '../../../../server/contract/review.ts';
import type { Breach, Example, Rule, Scene } from '../../../../server/domain/second-opinion/rule.ts';
import { rules } from '../../../../server/domain/second-opinion/rules/index.ts';
import { isSamePlace } from '../../../capture/second-opinion/support/places.ts';
import { openStage, type Shown, type Stage } from '../../../capture/second-opinion/support/stage.ts';

/** What a person should be told about, beside which there is advice. */
const CLEAR = 0.5;

const reviewsOf: Record<Example['as'], readonly ReviewType[]> = {
  desktop: ['ui', 'website'],
  mobile: ['ui', 'website'],
  slide: ['presentation'],
  email: ['email'],
  'dark-email': ['email'],
  picture: ['ui', 'website', 'presentation', 'email'],
};

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
});

/** As a review of the first type that the rule is for and that is shown like this. */
async function show(rule: Rule, example: Example): Promise<Shown[]> {
  const type = rule.types.find((each) => reviewsOf[example.as].includes(each));
  if (type === undefined) throw new Error(`${rule.id} is for no review that is shown as ${example.as}.`);
  return stage.show(example, type);
}

const applies = (rule: Rule, { type, facts }: Scene): boolean =>
  rule.types.includes(type) && rule.kinds.includes(facts.kind);

const said = ({ what, weight, box }: Breach): string =>
  `${what} (${weight}${box === null ? '' : ` at ${[box.x, box.y, box.width, box.height].map(Math.round).join(' ')}`})`;

// Contexts of the browser are taken in turn: two at once.
describe.concurrent.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('finds what its example marks, and nothing beside it', async () => {
    const shown = await show(rule, rule.fails);
    let found = 0;
    for (const { scene, defects } of shown) {
      expect(applies(rule, scene), 'the rule is for what its example shows').toBe(true);
      const breaches = rule.look(scene);
      found += breaches.length;
      const placed = breaches.filter((breach) => breach.box !== null);
      for (const defect of defects) {
        const near = breaches.some(({ box }) => box !== null && isSamePlace(box, defect));
        expect(near, `${JSON.stringify(defect)} is not among: ${breaches.map(said).join(' | ')}`).toBe(true);
      }
      const beside = placed.filter(({ box }) => box !== null && !defects.some((defect) => isSamePlace(box, defect)));
      if (defects.length > 0) expect(beside.map(said)).toEqual([]);
      for (const { what, mend, weight } of breaches) {
        expect(what).toMatch(/[.!?]$/);
        expect(mend).toMatch(/[.!?]$/);
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(1);
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  test('finds nothing in what passes, nor does any other rule anything clear', async () => {
    for (const { scene } of await show(rule, rule.passes)) {
      expect(applies(rule, scene), 'the rule is for what its example shows').toBe(true);
      expect(rule.look(scene).map(said)).toEqual([]);
      const others = rules.filter((other) => other !== rule && applies(other, scene));
      const noise = others.flatMap((other) =>
        other
          .look(scene)
          .filter(({ weight }) => weight >= CLEAR)
          .map((breach) => `${other.id}: ${said(breach)}`),
      );
      expect(noise).toEqual([]);
    }
  });
});
