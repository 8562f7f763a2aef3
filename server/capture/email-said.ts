import type { Page } from 'playwright-core';
import type { CapturedBox } from './captured-facts.ts';
import { startDeadline } from './deadline.ts';
import { listOf, number, words } from './facts-list.ts';
import { domKit } from './in-page/element-map-dom.ts';
import { emailDeclaredKit } from './in-page/email-declared.ts';
import { emailGroundsKit } from './in-page/email-grounds.ts';
import { type EmailKits, emailInPage } from './in-page/email-said.ts';
import { emailUsesKit } from './in-page/email-uses.ts';
import { emailWordsKit } from './in-page/email-words.ts';
import type { FactsLimits } from './in-page/facts.ts';
import { coloursKit } from './in-page/facts-colours.ts';
import { layersKit } from './in-page/facts-layers.ts';
import { isFields, type Limits, readBox } from './said.ts';
import { openWorld, type World } from './world.ts';

const worldName = 'sightline-email';
const partMs = 700;
const limitMs = 4_000;
const mostUses = 40;

/** What only emails are asked. */
export interface CapturedEmail {
  /** What lists of emails show beside the subject, at most 200 characters; `hidden`: written for them alone */
  preview: { text: string; hidden: boolean } | null;
  /** Characters that can be read without images */
  readable: number;
  /** A link, or a link's sentence, that says so in words or in its address */
  hasUnsubscribe: boolean;
  /** It says which colour schemes it is made for, or has styles for dark ones */
  knowsDark: boolean;
  /** Where images are that are sent beside the email (`cid:`) */
  attached: CapturedBox[];
  /** Features that its look depends on, by their titles in the public support data; a box of null is the whole email */
  uses: { feature: string; box: CapturedBox | null }[];
}

const kits: EmailKits = {
  domKit,
  layersKit,
  coloursKit,
  emailWordsKit,
  emailDeclaredKit,
  emailGroundsKit,
  emailUsesKit,
};

const kitsAsText = `{ ${Object.entries(kits)
  .map(([name, kit]) => `${name}: ${kit}`)
  .join(',\n')} }`;

function read(said: unknown, limits: Limits): CapturedEmail | null {
  if (!isFields(said)) return null;
  const { preview, readable, hasUnsubscribe, knowsDark } = said;
  const uses = listOf(said.uses).slice(0, mostUses);
  return {
    preview: isFields(preview) ? { text: words(preview.text, 200), hidden: preview.hidden === true } : null,
    readable: Math.round(number(readable, 1e6)),
    hasUnsubscribe: hasUnsubscribe === true,
    knowsDark: knowsDark === true,
    attached: listOf(said.attached)
      .slice(0, mostUses)
      .map((box) => readBox(box, limits))
      .filter((box) => box !== null),
    uses: uses.map((use) => ({ feature: words(use.feature, 80), box: readBox(use.box, limits) })),
  };
}

/**
 * Asks an email whose picture was just taken, beside `known`, a world of its document. Never rejects, and ends within
 * 4 s: null when the email resists.
 */
export async function askEmail(page: Page, limits: Limits, known?: World): Promise<CapturedEmail | null> {
  const deadline = startDeadline(limitMs, () => new Error('The email does not let itself be asked.'));
  try {
    const { ask } = await deadline.race(known?.another(worldName) ?? openWorld(page, worldName));
    const all: FactsLimits = { width: limits.width, height: limits.height, partMs };
    return read(await deadline.race(ask(`(${emailInPage})(${kitsAsText}, ${JSON.stringify(all)})`, limitMs)), limits);
  } catch {
    return null;
  } finally {
    deadline.clear();
  }
}
