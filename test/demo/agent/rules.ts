import { contrastOf } from '../../../server/checklist/support/contrast.ts';
import type { WorkPacket } from '../../../server/contract/work-packet.ts';
import { setDeclaration } from './css.ts';

export interface Fix {
  /** The path of a file below the site’s folder. */
  file: string;
  apply(source: string): string;
  /** The agent’s report to the reviewer. */
  note: string;
}

/** The agent’s choice for a mark: a fix, or why it changes nothing. */
export type Choice = { fix: Fix } | { declined: string };

interface Rule {
  /** Returns whether the marked element has this flaw, according to the capture’s measurements. */
  hasFlaw(packet: WorkPacket): boolean;
  /** Words with which people describe the flaw. */
  named: RegExp;
  /** Words of other requests about the same element. */
  otherWish: RegExp;
  fix(packet: WorkPacket): Fix;
}

const file = 'styles/site.css';
const MIN_CONTRAST = 4.5;
const button = { selector: '.button-primary', background: '#a84f26', text: '#ffffff' };

/** Returns a computed colour as `#rrggbb`; null when it is missing or not opaque. */
function hexOf(colour: string | undefined): string | null {
  const parts = colour?.match(/^rgb\((\d+), (\d+), (\d+)\)$/)?.slice(1);
  return parts === undefined ? null : `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of the marked element’s text by its own computed colours. */
function contrastUnder({ element }: WorkPacket): number | null {
  const [text, background] = [hexOf(element?.styles.color), hexOf(element?.styles['background-color'])];
  return text === null || background === null ? null : contrastOf(text, background);
}

const ratio = (contrast: number): string => `${Math.floor(contrast * 10) / 10} to 1`;

const paleButton: Rule = {
  hasFlaw(packet) {
    const contrast = contrastUnder(packet);
    const isButton = /^<\w+ [^>]*\bclass="[^"]*\bbutton-primary\b/.test(packet.element?.outer_html ?? '');
    return isButton && contrast !== null && contrast < MIN_CONTRAST;
  },
  named:
    /\b(contrast|pale|faint|faded|washed|weak|dim|light|lighter|dark|darker|(il)?legib\w+|(un)?read\w*|see|(in)?visible|accessib\w+)\b/i,
  otherWish:
    /\b(move|remove|delete|rename|reword|wording|typo|spell\w*|icon|align\w*|small\w*|big\w*|size|fine|okay)\b/i,
  fix: (packet) => ({
    file,
    apply: (css) =>
      setDeclaration(
        setDeclaration(css, button.selector, 'background', button.background),
        button.selector,
        'color',
        button.text,
      ),
    note: `I made this button darker and its text white: contrast ${ratio(contrastOf(button.text, button.background))} instead of ${ratio(contrastUnder(packet) ?? 1)}.`,
  }),
};

const wideCard: Rule = {
  hasFlaw({ element, viewport, page_url: page }) {
    if (element === null || viewport === null || page === null) return false;
    return new URL(page).pathname === '/pricing/' && element.box.x + element.box.width > viewport.width;
  },
  named:
    /\b(wide\w*|width|overflow\w*|cut|clipped|cropped|sticks?|scroll\w*|edge|beyond|fits?|off|outside|sideways)\b/i,
  otherWish: /\b(move|remove|delete|rename|reword|wording|typo|spell\w*|icon|colou?r|price|fine|okay)\b/i,
  fix: () => ({
    file,
    apply: (css) => setDeclaration(css, '.plan-featured', 'width', 'auto'),
    note: 'The Household card had a fixed width of 460 px on phones. I removed it: the card is as wide as the other two.',
  }),
};

/** The fixes that this small agent knows. A real agent would use a model here. */
const rules = [paleButton, wideCard];

export const declined =
  'I can only fix these two things: the pale button on the home page, and the pricing card that is too wide on a phone. This mark asks for something else, or I do not understand it, so I changed nothing for it.';
export const lost =
  'The element that this mark is about was not found again for certain on this screenshot, so I changed nothing for it.';
export const nothingFurther =
  'I made the only change that I know for this, and it was not enough. I changed nothing further.';

/**
 * Returns the fix for a packet, or why there is none. An uncertain element is never fixed. The measured element shows
 * what can be wrong, and the reviewer’s words whether that is meant: they are searched for known words and never
 * followed.
 */
export function chooseFix(packet: WorkPacket): Choice {
  const { body, position } = packet;
  if (position !== 'exact') return { declined: lost };
  const rule = rules.find(
    ({ hasFlaw, named, otherWish }) => hasFlaw(packet) && named.test(body) && !otherWish.test(body),
  );
  if (rule !== undefined) return { fix: rule.fix(packet) };
  return { declined: packet.status === 'reopened' ? nothingFurther : declined };
}
