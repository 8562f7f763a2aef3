import type { Rule } from '../rule.ts';

export const widerThanScreen: Rule = {
  id: 'wider-than-screen',
  title: 'Wider than the screen',
  checks: 'Nothing on a page makes it wider than the screen it was captured on.',
  why: 'People scroll sideways, lose the beginnings of lines, and miss what lies outside.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page', 'picture'],
  look({ shot, facts }) {
    const { viewport } = shot;
    if (viewport === null) return [];
    const expected = viewport.width * viewport.scale;
    const excess = Math.round((shot.width - expected) / viewport.scale);
    if (excess <= 1) return [];
    const spill = facts.page?.spills[0];
    const named =
      spill === undefined || spill.text === '' ? '' : ` “${spill.text.slice(0, 60)}” reaches beyond its edge.`;
    return [
      {
        box: spill?.box ?? { x: expected, y: 0, width: shot.width - expected, height: shot.height },
        what: `The page is ${excess} px wider than the ${viewport.name} screen (${viewport.width} px).${named}`,
        mend: 'Let it shrink or wrap instead of a fixed width, or give it a scroll area of its own.',
        weight: 0.9,
      },
    ];
  },
  fails: {
    as: 'mobile',
    html: `<meta name="viewport" content="width=device-width, initial-scale=1"><body style="margin:0">
      <h1>Deliveries</h1><div data-defect style="width:620px;background:#dde">A table that does not shrink</div></body>`,
  },
  passes: {
    as: 'mobile',
    html: `<meta name="viewport" content="width=device-width, initial-scale=1"><body style="margin:0">
      <h1>Deliveries</h1><div style="overflow-x:auto"><div style="width:620px;background:#dde">A table</div></div></body>`,
  },
};
