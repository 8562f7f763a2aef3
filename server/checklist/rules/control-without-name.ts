import type { Rule } from '../rule.ts';
import { nearWords, sizeWords } from '../support/near.ts';
import { unnamedControls } from '../support/unnamed.ts';

const ENGINE = ['button-name', 'link-name', 'input-button-name', 'input-image-alt'];

export const controlWithoutName: Rule = {
  id: 'control-without-name',
  title: 'Button or link without an accessible name',
  checks: 'Every button and link has an accessible name, even if it shows only an icon (WCAG 2.2, 4.1.2).',
  why: 'People who use a screen reader or voice control cannot tell what it does.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'control', one: 'has no name either', more: 'have no name either' },
  find(scene) {
    const { facts } = scene;
    return unnamedControls(scene, ['button', 'link'], ENGINE).map(({ box, kind }) => ({
      box,
      what: `The ${kind}${nearWords(box, facts)} (${sizeWords(box, facts.scale)}) has no name: neither visible text nor a label for screen readers.`,
      fix: `Give it an aria-label that says what it does${kind === 'link' ? ', or add alt text to its image' : ''}.`,
      weight: 0.65,
      cause: 'unnamed',
    }));
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Messages</h1><p>Two are new.</p>
      <button data-defect style="width:44px;height:44px"><svg width="20" height="20" viewBox="0 0 20 20"><path d="M2 2l16 16M18 2L2 18" stroke="#111" stroke-width="3"/></svg></button>
      <p><a data-defect href="#settings" style="display:inline-block;width:40px;height:40px"><svg width="40" height="40"><circle cx="20" cy="20" r="14" fill="#246"/></svg></a></p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Messages</h1><p>Two are new.</p>
      <button aria-label="Close" style="width:44px;height:44px"><svg width="20" height="20" viewBox="0 0 20 20"><path d="M2 2l16 16M18 2L2 18" stroke="#111" stroke-width="3"/></svg></button>
      <p><a href="#settings" style="display:inline-block;width:40px;height:40px"><svg width="40" height="40"><title>Settings</title><circle cx="20" cy="20" r="14" fill="#246"/></svg></a></p></body>`,
  },
};
