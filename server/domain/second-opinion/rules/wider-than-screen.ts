import type { Breach, Rule } from '../rule.ts';
import { quote } from '../words.ts';

const MEND = 'Let it shrink or wrap instead of a fixed width, or give it a scroll area of its own.';

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
    // Laid out on a wider screen than it is shown on, the whole page is shrunk: another rule's.
    if (viewport === null || (facts.page?.screenWidth ?? 0) > viewport.width) return [];
    const { scale } = viewport;
    const edge = viewport.width * scale;
    const excess = Math.round((shot.width - edge) / scale);
    if (excess <= 1) return [];
    const screen = `the ${viewport.name} screen (${viewport.width} px)`;
    const spills = (facts.page?.spills ?? []).map(({ box, text }): Breach => {
      const over = Math.round((box.x + box.width - edge) / scale);
      const name = text === '' ? 'Something' : quote(text);
      return { box, what: `${name} reaches ${over} px beyond ${screen}.`, mend: MEND, weight: 0.9 };
    });
    if (spills.length > 0) return spills;
    const box = { x: edge, y: 0, width: shot.width - edge, height: shot.height };
    return [{ box, what: `The page is ${excess} px wider than ${screen}.`, mend: MEND, weight: 0.9 }];
  },
  fails: {
    as: 'mobile',
    html: `<body style="margin:0"><h1>Deliveries</h1>
      <div data-defect style="width:620px;background:#dde">A table that does not shrink</div><p>Three are late.</p></body>`,
  },
  passes: {
    as: 'mobile',
    html: `<body style="margin:0"><h1>Deliveries</h1>
      <div style="overflow-x:auto" tabindex="0"><div style="width:620px;background:#dde">A table</div></div><p>Three are late.</p></body>`,
  },
};
