import type { Page } from 'playwright-core';
import type { CapturedBox } from './captured-facts.ts';
import { startDeadline } from './deadline.ts';
import { callInPage } from './in-page.ts';
import { isFields, readBox, readList, readNumber, readText, type Size } from './page-data.ts';
import { openWorld, type World } from './world.ts';

const worldName = 'sightline-email';
const partMs = 700;
const limitMs = 4_000;
const maxUses = 40;

export interface CapturedEmail {
  /**
   * The preview line that lists of emails show beside the subject, at most 200 characters; `hidden`: it is written only
   * for such lists
   */
  preview: { text: string; hidden: boolean } | null;
  /** Number of characters that can be read without images */
  readable: number;
  /** Whether it has a link to unsubscribe, recognised by its words, its sentence or its address */
  hasUnsubscribe: boolean;
  /** The boxes of images that are attached to the email (`cid:`) */
  attached: CapturedBox[];
  /**
   * Features that its look depends on, by their titles in the public support data (caniemail.com); a box of null is the
   * whole email
   */
  uses: { feature: string; box: CapturedBox | null }[];
}

function read(data: unknown, limits: Size): CapturedEmail | null {
  if (!isFields(data)) return null;
  const { preview, readable, hasUnsubscribe } = data;
  const uses = readList(data.uses).slice(0, maxUses);
  return {
    preview: isFields(preview) ? { text: readText(preview.text, 200), hidden: preview.hidden === true } : null,
    readable: Math.round(readNumber(readable, 1e6)),
    hasUnsubscribe: hasUnsubscribe === true,
    attached: readList(data.attached)
      .slice(0, maxUses)
      .map((box) => readBox(box, limits))
      .filter((box) => box !== null),
    uses: uses.map((use) => ({ feature: readText(use.feature, 80), box: readBox(use.box, limits) })),
  };
}

/**
 * Collects the facts of an email right after its screenshot, in a separate world beside `known`, a world of its
 * document. Never rejects, and settles within 4 s: null when the email cannot be read.
 */
export async function collectEmailFacts(page: Page, limits: Size, known?: World): Promise<CapturedEmail | null> {
  const deadline = startDeadline(limitMs, () => new Error('The email does not let itself be asked.'));
  try {
    const { evaluate } = await deadline.race(known?.sibling(worldName) ?? openWorld(page, worldName));
    const question = callInPage('collectEmailFacts', { width: limits.width, height: limits.height, partMs });
    return read(await deadline.race(evaluate(question, limitMs)), limits);
  } catch {
    return null;
  } finally {
    deadline.clear();
  }
}
