import type { Rule } from '../rule.ts';
import { nearWords } from '../support/near.ts';
import { unnamedControls } from '../support/unnamed.ts';

const ENGINE = ['label', 'select-name'];

export const fieldWithoutLabel: Rule = {
  id: 'field-without-label',
  title: 'Form field without a label',
  checks: 'Every form field has an associated label (WCAG 2.2, 1.3.1 and 4.1.2).',
  why: 'Screen readers do not announce what to enter, and clicking the text next to the field does not focus it.',
  severity: 'a11y',
  types: ['ui', 'website'],
  kinds: ['page'],
  alike: { noun: 'field', one: 'has no label either', more: 'have no label either' },
  find(scene) {
    return unnamedControls(scene, ['field'], ENGINE).map(({ box }) => ({
      box,
      what: `The field${nearWords(box, scene.facts)} has no associated label.`,
      fix: 'Put the text next to it in a `label` whose `for` is the field’s id, or add an aria-label.',
      weight: 0.65,
      cause: 'unlabelled',
    }));
  },
  fails: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Sign up</h1><p>It takes a minute.</p>
      <div>Email address</div><input data-defect type="email" style="padding:10px;width:260px">
      <p><label for="plan">Plan</label> <select id="plan" style="padding:10px"><option>Yearly</option></select></p></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="font:16px sans-serif"><h1>Sign up</h1><p>It takes a minute.</p>
      <label>Email address <input type="email" style="padding:10px;width:260px"></label>
      <p><span id="plan">Plan</span> <select aria-labelledby="plan" style="padding:10px"><option>Yearly</option></select></p></body>`,
  },
};
