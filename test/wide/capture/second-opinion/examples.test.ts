import { describe, expect, test } from 'vitest';
import type { Example, Rule, Scene, Violation } from '../../../../server/checklist/rule.ts';
import { rules } from '../../../../server/checklist/rules/index.ts';
import type { ReviewType } from '../../../../server/contract/review.ts';
import { isSamePlace } from '../../../capture/second-opinion/support/places.ts';
import { openStage, type Shown } from '../../../capture/second-opinion/support/stage.ts';

/** The weight from which a finding is a problem; below it is advice. */
const CLEAR = 0.5;

const reviewsOf: Record<Example['as'], readonly ReviewType[]> = {
  desktop: ['ui', 'website'],
  mobile: ['ui', 'website'],
  slide: ['presentation'],
  email: ['email'],
  'dark-email': ['email'],
  image: ['ui', 'website', 'presentation', 'email'],
};

const stage = await openStage();

/** Shows the example as a review of the rule’s first type that has this kind of screenshot. */
async function show(rule: Rule, example: Example): Promise<Shown[]> {
  const type = rule.types.find((each) => reviewsOf[example.as].includes(each));
  if (type === undefined) throw new Error(`${rule.id} is for no review that is shown as ${example.as}.`);
  return stage.show(example, type);
}

const applies = (rule: Rule, { type, facts }: Scene): boolean =>
  rule.types.includes(type) && rule.kinds.includes(facts.kind);

const said = ({ what, weight, box }: Violation): string =>
  `${what} (${weight}${box === null ? '' : ` at ${[box.x, box.y, box.width, box.height].map(Math.round).join(' ')}`})`;

// The browser has two contexts, which the tests take in turn.
describe.concurrent.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  test('finds what its example marks, and nothing else', async () => {
    const shown = await show(rule, rule.fails);
    let found = 0;
    for (const { scene, defects } of shown) {
      expect(applies(rule, scene), 'the rule is for what its example shows').toBe(true);
      const violations = rule.find(scene);
      found += violations.length;
      const placed = violations.filter((violation) => violation.box !== null);
      for (const defect of defects) {
        const near = violations.some(({ box }) => box !== null && isSamePlace(box, defect));
        expect(near, `${JSON.stringify(defect)} is not among: ${violations.map(said).join(' | ')}`).toBe(true);
      }
      const beside = placed.filter(({ box }) => box !== null && !defects.some((defect) => isSamePlace(box, defect)));
      if (defects.length > 0) expect(beside.map(said)).toEqual([]);
      for (const { what, fix, weight } of violations) {
        expect(what).toMatch(/[.!?]$/);
        expect(fix).toMatch(/[.!?]$/);
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(1);
      }
    }
    expect(found).toBeGreaterThan(0);
  });

  test('finds nothing in its good example, nor does any other rule find a problem', async () => {
    for (const { scene } of await show(rule, rule.passes)) {
      expect(applies(rule, scene), 'the rule is for what its example shows').toBe(true);
      expect(rule.find(scene).map(said)).toEqual([]);
      const others = rules.filter((other) => other !== rule && applies(other, scene));
      const noise = others.flatMap((other) =>
        other
          .find(scene)
          .filter(({ weight }) => weight >= CLEAR)
          .map((violation) => `${other.id}: ${said(violation)}`),
      );
      expect(noise).toEqual([]);
    }
  });
});
