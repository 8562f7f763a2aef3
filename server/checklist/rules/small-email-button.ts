import type { ControlFact, PixelBox, ShotFacts } from '../../contract/shot-facts.ts';
import type { Rule, Violation } from '../rule.ts';
import { areaOfBox, meeting } from '../support/boxes.ts';
import { emailOnce } from '../support/email-view.ts';
import { sizeWords } from '../support/near.ts';
import { quote } from '../support/words.ts';

/** The height in CSS pixels that phone makers recommend for fingers. */
const FINGER = 44;
/** The height in CSS pixels that email designers use without complaints. */
const USUAL = 36;
/** The space beside the words, in CSS pixels, from which a link looks like a button */
const PADDING = 6;
/** The least distance in CSS pixels between the middles of links above each other (WCAG 2.2, 2.5.8) */
const APART = 24;

const inside = (box: PixelBox, other: PixelBox): boolean => {
  const shared = meeting(box, other);
  return shared !== null && areaOfBox(shared) > areaOfBox(box) * 0.8;
};

/** Whether it looks like a button: a link with space around its words. */
function isButton({ box, kind }: ControlFact, { texts, scale }: ShotFacts): boolean {
  const words = texts.filter((text) => inside(text.box, box));
  if (words.length === 0) return false;
  if (kind === 'button') return true;
  const left = Math.min(...words.map((text) => text.box.x)) - box.x;
  const right = box.x + box.width - Math.max(...words.map((text) => text.box.x + text.box.width));
  return Math.min(left, right) >= PADDING * scale;
}

function buttons(facts: ShotFacts, controls: readonly ControlFact[]): Violation[] {
  return controls.flatMap((control) => {
    // As the sentence states it, so that no button has the accepted height.
    const height = Math.round(control.box.height / facts.scale);
    if (height >= USUAL || !isButton(control, facts)) return [];
    return [
      {
        box: control.box,
        what: `The button ${quote(control.name, 40)} is ${sizeWords(control.box, facts.scale)}; fingers need ${FINGER} px of height.`,
        fix: `Give it ${Math.ceil((FINGER - height) / 2)} px more padding above and below, so that all of it can be pressed.`,
        weight: height < 28 ? 0.7 : 0.55,
      },
    ];
  });
}

/** How far the middle of a control is below that of another */
const stepTo = ({ box: from }: ControlFact, { box: to }: ControlFact): number =>
  to.y + to.height / 2 - from.y - from.height / 2;

/** Returns violations for links above each other that are too close for a finger. */
function crowded(facts: ShotFacts, controls: readonly ControlFact[]): Violation[] {
  const links = controls.filter(({ kind, box }) => kind === 'link' && box.height < APART * facts.scale);
  return links.flatMap((link) => {
    const below = links.find((other) => {
      const step = stepTo(link, other);
      const shared =
        Math.min(link.box.x + link.box.width, other.box.x + other.box.width) - Math.max(link.box.x, other.box.x);
      return (
        other !== link && step > 0 && step < (APART - 2) * facts.scale && shared > 0 && step >= link.box.height * 0.6
      );
    });
    if (below === undefined) return [];
    return [
      {
        box: link.box,
        what: `The links ${quote(link.name, 40)} and ${quote(below.name, 40)} are right above each other: ${Math.floor(stepTo(link, below) / facts.scale)} px from middle to middle.`,
        fix: `Give each link a line height of at least ${APART} px, ideally ${FINGER} px.`,
        weight: 0.5,
      },
    ];
  });
}

export const smallEmailButton: Rule = {
  id: 'small-email-button',
  title: 'Small button or link in an email',
  checks: `Buttons in an email are tall enough for a finger (${FINGER} px recommended, ${USUAL} px accepted), and links are not right above each other.`,
  why: 'On phones, people miss it or press the one next to it.',
  severity: 'a11y',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    if (emailOnce(scene) === null) return [];
    const { facts } = scene;
    const controls = facts.controls.filter(
      ({ inText, covered, disabled, kind, name }) =>
        !inText && !covered && !disabled && kind !== 'field' && name !== '',
    );
    return [...buttons(facts, controls), ...crowded(facts, controls)];
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto"><h1 style="font-size:24px">Your table for Friday</h1>
      <p>We have kept the table by the window for you and three friends, on Friday at eight in the evening.</p>
      <a data-defect href="https://bakery.example/t" style="display:inline-block;background:#246;color:#fff;padding:3px 12px;text-decoration:none">Keep the table</a></div></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto"><h1 style="font-size:24px">Your table for Friday</h1>
      <p>We have kept the table by the window for you and three friends; <a href="https://bakery.example/map">the map</a> shows the way to the door.</p>
      <a href="https://bakery.example/t" style="display:inline-block;background:#246;color:#fff;padding:13px 24px;text-decoration:none">Keep the table</a>
      <p style="font-size:12px"><a href="https://bakery.example/p">Privacy</a> · <a href="https://bakery.example/c">Contact</a></p></div></body></html>`,
  },
};
