import type { ControlFact } from '../../contract/shot-facts.ts';
import type { Rule } from '../rule.ts';
import { widerView } from '../support/main-view.ts';
import { plain, quote } from '../support/words.ts';

/**
 * In CSS pixels: the height of the area at the top that holds a menu, and the distance between the middles of links in
 * one row
 */
const TOP = 160;
const ROW = 8;
/** Fewer links are not a menu. */
const LINKS = 3;
const NAMED = 2;
/** The share of a menu's links that must be missing */
const MIN_LOST_SHARE = 0.8;

const middle = ({ box }: ControlFact): number => box.y + box.height / 2;

/** Returns the longest row of links at the top. */
function menuOf(controls: readonly ControlFact[], scale: number): ControlFact[] {
  const links = controls.filter(
    ({ kind, name, box }) => kind === 'link' && plain(name).length > 1 && box.y + box.height <= TOP * scale,
  );
  const rows = links.map((link) => links.filter((other) => Math.abs(middle(other) - middle(link)) <= ROW * scale));
  return rows.sort((one, other) => other.length - one.length)[0] ?? [];
}

export const menuLostOnMobile: Rule = {
  id: 'menu-lost-on-mobile',
  title: 'Navigation menu missing on mobile',
  checks: 'The mobile view has the links of the desktop view’s top menu, or a button that may open them.',
  why: 'People on phones cannot reach those pages.',
  severity: 'polish',
  types: ['ui', 'website'],
  kinds: ['page'],
  find(scene) {
    const desktop = widerView(scene);
    if (desktop === null || desktop.facts.kind !== 'page' || scene.facts.page?.hasMenuButton !== false) return [];
    const { controls, texts } = scene.facts;
    const said = new Set([...controls.map(({ name }) => plain(name)), ...texts.map(({ text }) => plain(text))]);
    const menu = menuOf(desktop.facts.controls, desktop.facts.scale);
    const lost = menu.filter(({ name }) => !said.has(plain(name)));
    if (menu.length < LINKS || lost.length < menu.length * MIN_LOST_SHARE) return [];
    const more = lost.length - NAMED;
    const named = lost.slice(0, NAMED).map(({ name }) => quote(name, 30));
    const { viewport, width } = scene.shot;
    return [
      {
        box: { x: 0, y: 0, width, height: Math.min(scene.shot.height, TOP * scene.facts.scale) },
        what: `The menu of the ${desktop.shot.viewport?.name ?? 'wider'} view (${named.join(', ')} and ${more} more) is missing from this one, and no button opens it.`,
        fix: `Show the links at ${viewport?.width ?? width} px as well, or put a menu button in their place.`,
        weight: 0.9,
      },
    ];
  },
  fails: {
    as: 'mobile',
    beside: 'desktop',
    html: `<style>@media (max-width:600px){nav{display:none}} nav a{padding:12px}</style>
      <body style="margin:0;font:16px sans-serif"><header data-defect style="height:140px"><b>Three Mills</b><nav><a href="#bread">Bread</a><a href="#cakes">Cakes</a><a href="#hours">Opening hours</a></nav></header>
      <main><h1>Baked at night</h1><p>Sold until noon, in three shops.</p></main></body>`,
  },
  passes: {
    as: 'mobile',
    beside: 'desktop',
    html: `<style>.open{display:none}@media (max-width:600px){nav{display:none}.open{display:block}} nav a{padding:12px}</style>
      <body style="margin:0;font:16px sans-serif"><header style="height:140px"><b>Three Mills</b><label class="open" style="width:44px;height:44px;font-size:30px">☰<input type="checkbox" style="display:none"></label><nav><a href="#bread">Bread</a><a href="#cakes">Cakes</a><a href="#hours">Opening hours</a></nav></header>
      <main><h1>Baked at night</h1><p>Sold until noon, in three shops.</p></main></body>`,
  },
};
