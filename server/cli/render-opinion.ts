import type { Output } from '../contract/client.ts';
import type { Terminal } from './terminal.ts';
import { line, plural } from './text.ts';

type Review = Output<'get_review'>;

/** Lists the findings that nobody has settled by screenshot, each with what found it and how to leave it out. */
export function renderOpinion(terminal: Terminal, review: Review): string {
  const { done = 0, problems = [] } = review.second_opinion ?? {};
  const all = review.findings.filter(({ source }) => source === 'second_opinion');
  const found = all.filter(({ status }) => status === 'shown');
  const settled = all.length - found.length;
  const beside = settled === 0 ? '' : `, ${settled} of which the reviewer has dismissed or added as marks`;
  const what = all.length === 0 ? 'nothing found' : `${plural(all.length, 'finding')}${beside}`;
  const lines = [`${plural(done, 'screenshot')} checked: ${what}.`, ...problems.map((problem) => line(problem, 300))];
  for (const { index, label } of review.screenshots) {
    const own = found.filter((finding) => finding.screenshot_index === index);
    if (own.length > 0) lines.push('', terminal.paint(line(label), 'bold'));
    for (const { body, rule, severity, found_by } of own) {
      lines.push(`  - ${line(body, 2_000)}`);
      const facts = [severity ?? '', rule ?? '', found_by === 'model' ? 'found by a model' : ''].filter(Boolean);
      lines.push(terminal.paint(`    ${facts.join(' · ')}`, 'dim'));
    }
  }
  return lines.join('\n');
}
