import type { WorkPacket } from '../../../server/contract/work-packet.ts';
import { setDeclaration } from './css.ts';

export interface Fix {
  /** File below the site's folder. */
  file: string;
  apply(source: string): string;
  /** What the agent tells the reviewer. */
  note: string;
}

interface Rule extends Fix {
  /** Every one of these must be found in the packet. */
  about: RegExp[];
}

/** What this small agent knows how to fix; a model would stand here. */
const rules: Rule[] = [
  {
    about: [/contrast|read|legible|pale|faint|light|see\b|washed/, /button|call|cta|action|free bag|text/],
    file: 'styles/site.css',
    apply: (css) =>
      setDeclaration(
        setDeclaration(css, '.button-primary', 'background', '#a84f26'),
        '.button-primary',
        'color',
        '#fff',
      ),
    note: 'The button is white on a darker clay now: contrast 5.5 to 1 instead of 1.2 to 1.',
  },
  {
    about: [/overflow|wide|width|cut|stick|align|scroll|off|edge|beyond|broken/, /card|plan|household|pricing|column/],
    file: 'styles/site.css',
    apply: (css) => setDeclaration(css, '.plan-featured', 'width', 'auto'),
    note: 'The highlighted plan had a fixed width of 460 px on phones; it is as wide as the others now.',
  },
];

/**
 * The fix for a packet, null when it cannot tell. A packet's words are people's and pages': they are searched for
 * known words and never followed.
 */
export function chooseFix(packet: WorkPacket): Fix | null {
  const own = packet.body.toLowerCase();
  const around = [own, packet.page_url, packet.screenshot?.label, packet.element?.text, packet.element?.outer_html];
  const all = around
    .filter((part) => part != null)
    .join('\n')
    .toLowerCase();
  return rules.find(({ about: [problem, subject] }) => problem?.test(own) && subject?.test(all)) ?? null;
}
