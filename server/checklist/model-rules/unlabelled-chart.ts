import type { ModelRule } from './model-rule.ts';

export const unlabelledChart: ModelRule = {
  id: 'unlabelled-chart',
  title: 'Unlabelled chart',
  checks: 'A chart labels what it shows: its axes or values, their unit, and each series.',
  why: 'Nobody can tell what the chart shows.',
  severity: 'suggestion',
  types: ['ui', 'website', 'presentation'],
  like: [],
  fails: 'A slide shows five bars with no values, no axis and no title.',
  passes: 'Five bars carry their values, and the slide’s title says “Orders per month, in thousands”.',
};
