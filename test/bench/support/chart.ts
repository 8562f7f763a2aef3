import { escapeHtml } from '../../../server/contract/html.ts';
import type { Result } from './measure.ts';
import { isMet } from './table.ts';

const WIDTH = 860;
const LABEL = 380;
const ROW = 26;
const TOP = 44;
const BAR = 12;
/** The position of the target, in bar lengths. A result that is twice as good still fits. */
const SCALE = (WIDTH - LABEL - 70) / 2;

/** Returns how good a ratio is, in targets: 1 meets the target exactly, 2 is twice as good. */
function goodness({ ratio, target }: Result): number | null {
  if (ratio === null || target === null || ratio <= 0) return null;
  return 'atLeast' in target ? ratio / target.atLeast : target.atMost / ratio;
}

/** Draws a horizontal bar for each ratio that has a target, readable on light and on dark backgrounds. */
export function drawChart(results: readonly Result[]): string {
  const bars = results.flatMap((result) => {
    const good = goodness(result);
    return good === null ? [] : [{ result, good }];
  });
  const height = TOP + bars.length * ROW + 12;
  const rows = bars.map(({ result, good }, at) => {
    const y = TOP + at * ROW;
    const length = Math.round(Math.min(2, good) * SCALE);
    const kind = isMet(result) === true ? 'met' : 'missed';
    const number = good >= 10 ? '> 10' : good.toFixed(2);
    return `<text x="${LABEL - 10}" y="${y + 10}" text-anchor="end">${escapeHtml(result.name)}</text>
<rect class="${kind}" x="${LABEL}" y="${y}" width="${length}" height="${BAR}" rx="2"/>
<text x="${LABEL + length + 6}" y="${y + 10}">${escapeHtml(number)}${good > 2 ? ' →' : ''}</text>`;
  });
  const target = LABEL + SCALE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="How each measured ratio compares with its target">
<style>
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.met { fill: #2f7d4f; } .missed { fill: #b3541e; } line { stroke: #57606a; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .met { fill: #4cae77; } .missed { fill: #e08a4f; } line { stroke: #9198a1; }
}
</style>
<text x="${target}" y="16" text-anchor="middle">the target</text>
<line x1="${target}" y1="24" x2="${target}" y2="${height - 8}" stroke-dasharray="3 3"/>
${rows.join('\n')}
</svg>
`;
}
