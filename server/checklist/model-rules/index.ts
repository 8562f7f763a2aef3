import { contradiction } from './contradiction.ts';
import { inconsistentStyle } from './inconsistent-style.ts';
import { misaligned } from './misaligned.ts';
import { mixedLanguages } from './mixed-languages.ts';
import type { ModelRule } from './model-rule.ts';
import { spelling } from './spelling.ts';
import { unclearAction } from './unclear-action.ts';
import { unhelpfulMessage } from './unhelpful-message.ts';
import { unlabelledChart } from './unlabelled-chart.ts';

/** The rules that only a model can judge. Each is one file and one line here. */
export const modelRules: readonly ModelRule[] = [
  unclearAction,
  unhelpfulMessage,
  spelling,
  mixedLanguages,
  contradiction,
  inconsistentStyle,
  misaligned,
  unlabelledChart,
];
