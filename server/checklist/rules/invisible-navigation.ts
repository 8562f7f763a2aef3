import type { PixelBox } from '../../contract/shot-facts.ts';
import type { Rule, Scene } from '../rule.ts';
import { around } from '../support/boxes.ts';
import { quote } from '../support/words.ts';

/** Height of the navigation area in CSS pixels from the top */
const TOP = 160;
/** Fewer links are not a navigation: a single one may be for keyboard users. */
const LINKS = 2;
const NAMED = 3;

interface Link {
  text: string;
  box: PixelBox;
}

/** Returns links at the top of which the screenshot shows nothing. */
const undrawn = ({ facts, image }: Scene): Link[] =>
  facts.texts.filter(
    ({ role, box, text, size, covered, incidental }) =>
      role === 'link' &&
      box.y + box.height <= TOP * facts.scale &&
      size > 0 &&
      !covered &&
      !incidental &&
      /\p{L}{2}/u.test(text) &&
      image.contrast(box) === null,
  );

export const invisibleNavigation: Rule = {
  id: 'invisible-navigation',
  title: 'Invisible navigation',
  checks: 'The links at the top of a page are visible without hovering or clicking.',
  why: 'People cannot find links that they cannot see.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  find(scene) {
    const links = [...undrawn(scene), ...(scene.facts.page?.unseenLinks ?? [])];
    const [first, ...others] = links;
    if (first === undefined || links.length < LINKS) return [];
    const named = links.slice(0, NAMED).map(({ text }) => quote(text, 30));
    const more = links.length - named.length;
    return [
      {
        box: others.reduce((box, link) => around(box, link.box), first.box),
        what: `The links ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} are on the page but invisible.`,
        fix: 'Give them a colour that contrasts with their background, and an opacity of 1 without hover.',
        weight: 0.95,
      },
    ];
  },
  fails: {
    as: 'desktop',
    html: `<body style="margin:0;font:16px sans-serif"><header data-defect style="width:460px;padding:10px"><b>Three Mills</b>
      <nav style="display:flex;gap:24px;width:420px;padding:12px 0;opacity:0"><a href="#bread">Bread of the day</a><a href="#cakes">Cakes</a><a href="#hours">Opening hours</a></nav></header>
      <main style="padding:20px"><h1>Baked at night</h1><p>Sold until noon, in three shops.</p></main></body>`,
  },
  passes: {
    as: 'desktop',
    html: `<body style="margin:0;font:16px sans-serif"><header style="position:relative;padding:20px"><b>Three Mills</b>
      <nav style="display:flex;gap:24px;width:420px;padding:12px 0"><a href="#bread">Bread of the day</a><a href="#cakes">Cakes</a><a href="#hours">Opening hours</a></nav>
      <nav style="position:absolute;top:60px;left:20px;opacity:0"><a href="#rye">Rye bread</a> <a href="#spelt">Spelt bread</a></nav></header>
      <main style="padding:20px"><h1>Baked at night</h1><p>Sold until noon, in three shops.</p></main></body>`,
  },
};
