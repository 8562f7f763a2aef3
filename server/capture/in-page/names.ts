import type { PageNode } from './dom.ts';
import * as dom from './dom.ts';
import { drawn } from './visible.ts';

const maxNodes = 600;
const roles: Record<string, string> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  dd: 'definition',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  details: 'group',
  figure: 'figure',
  footer: 'contentinfo',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  header: 'banner',
  hr: 'separator',
  img: 'img',
  li: 'listitem',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  search: 'search',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: 'columnheader',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};
/** Roles of `input` by its type; other types with a role are text boxes */
const inputs: Record<string, string> = {
  button: 'button',
  submit: 'button',
  reset: 'button',
  image: 'button',
  checkbox: 'checkbox',
  radio: 'radio',
  range: 'slider',
  number: 'spinbutton',
  search: 'searchbox',
};
const typesWithoutRole = /^(password|hidden|file|color|date|datetime-local|month|time|week)$/;
const namedByContent =
  /^(button|link|heading|tab|menuitem|menuitemcheckbox|menuitemradio|option|checkbox|radio|switch|cell|gridcell|columnheader|rowheader|tooltip|treeitem)$/;
const keepsToItself = new Set(['script', 'style', 'template', 'textarea', 'select', 'datalist']);

const attributeOf = (element: PageNode, name: string): string =>
  (dom.attribute(element, name) ?? '').replace(/\s+/g, ' ').trim();

function typeOf(element: PageNode): string {
  return attributeOf(element, 'type').toLowerCase();
}

function isInside(element: PageNode, names: RegExp): boolean {
  for (let at = dom.parent(element); at !== null && dom.isElement(at); at = dom.parent(at)) {
    if (names.test(dom.tag(at))) return true;
  }
  return false;
}

/** Returns the role that an element declares, otherwise that of its tag; null for none. */
export function role(element: PageNode): string | null {
  const given = attributeOf(element, 'role').toLowerCase().split(' ')[0] ?? '';
  if (/^[a-z]{2,40}(-[a-z]{1,40})?$/.test(given)) return given;
  const tag = dom.tag(element);
  if (!dom.isHtml(element))
    return tag === 'a' ? 'link' : tag === 'svg' && attributeOf(element, 'aria-label') !== '' ? 'img' : null;
  if (tag === 'a') return dom.attribute(element, 'href') === null ? null : 'link';
  if (tag === 'img') return dom.attribute(element, 'alt') === '' ? 'presentation' : 'img';
  if (tag === 'select') {
    return dom.attribute(element, 'multiple') !== null || Number(attributeOf(element, 'size')) > 1
      ? 'listbox'
      : 'combobox';
  }
  if (tag === 'input') {
    const type = typeOf(element);
    if (typesWithoutRole.test(type)) return null;
    const own = inputs[type] ?? 'textbox';
    return dom.attribute(element, 'list') !== null && /^(textbox|searchbox)$/.test(own) ? 'combobox' : own;
  }
  if (tag === 'section')
    return attributeOf(element, 'aria-label') + attributeOf(element, 'aria-labelledby') === '' ? null : 'region';
  if (tag === 'header' || tag === 'footer') {
    if (isInside(element, /^(article|aside|main|nav|section)$/)) return null;
  }
  if (tag === 'th' && attributeOf(element, 'scope') === 'row') return 'rowheader';
  return Object.hasOwn(roles, tag) ? (roles[tag] ?? null) : null;
}

/**
 * Returns the text inside an element, white space collapsed: the visible text, or for a name the text that is read out.
 */
function content(element: PageNode, use: 'seen' | 'name', most: number): string {
  let text = '';
  let left = maxNodes;
  const steps: (PageNode | string)[] = [...dom.flatChildren(element).slice(0, maxNodes)].reverse();
  for (let step = steps.pop(); step !== undefined && left > 0; step = steps.pop()) {
    left -= 1;
    if (typeof step === 'string') {
      text += step;
      continue;
    }
    if (dom.isText(step)) {
      text += dom.textOf(step).slice(0, most * 4);
      if (text.length > most * 4) text = text.replace(/\s+/g, ' ');
      if (text.length > most * 4) break;
      continue;
    }
    if (!dom.isElement(step)) continue;
    const tag = dom.tag(step);
    if (tag === 'br' || tag === 'wbr') text += tag === 'br' ? ' ' : '';
    const state = drawn.get(step);
    if (state === undefined || keepsToItself.has(tag)) continue;
    if (use === 'seen' ? !state.shown : attributeOf(step, 'aria-hidden') === 'true') continue;
    if (use === 'name') {
      const own =
        attributeOf(step, 'aria-label') ||
        (tag === 'img' ? attributeOf(step, 'alt') : tag === 'svg' ? native(step, tag) : '');
      if (own !== '') {
        text += ` ${own} `;
        continue;
      }
    }
    if (!state.inline) text += ' ';
    if (!state.inline) steps.push(' ');
    const children = dom.flatChildren(step);
    for (let at = Math.min(children.length, left) - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child !== undefined) steps.push(child);
    }
  }
  return shorten(text.replace(/\s+/g, ' ').trim(), most);
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

function byId(element: PageNode, id: string): PageNode | undefined {
  return dom.select(dom.root(element), `#${dom.escapeCss(id)}`)[0];
}

function nameOf(element: PageNode): string {
  return (
    attributeOf(element, 'aria-label') ||
    content(element, 'name', 200) ||
    attributeOf(element, 'alt') ||
    attributeOf(element, 'title')
  );
}

function firstBelow(element: PageNode, name: string): string {
  const child = dom.childNodes(element).find((each) => dom.isElement(each) && dom.tag(each) === name);
  if (child === undefined) return '';
  // The title of an SVG is not drawn, but screen readers read it.
  return name === 'title'
    ? dom.childNodes(child).filter(dom.isText).map(dom.textOf).join('')
    : content(child, 'name', 200);
}

function label(element: PageNode): string {
  const id = dom.attribute(element, 'id');
  if (id !== null && id !== '') {
    const pointing = dom.select(dom.root(element), `label[for=${dom.quote(id)}]`)[0];
    if (pointing !== undefined) return content(pointing, 'name', 200);
  }
  for (let at = dom.parent(element); at !== null && dom.isElement(at); at = dom.parent(at)) {
    if (dom.tag(at) === 'label') return content(at, 'name', 200);
  }
  return '';
}

function native(element: PageNode, tag: string): string {
  if (tag === 'img') return attributeOf(element, 'alt');
  if (tag === 'svg') return firstBelow(element, 'title');
  if (tag === 'fieldset') return firstBelow(element, 'legend');
  if (tag === 'table') return firstBelow(element, 'caption');
  if (tag === 'figure') return firstBelow(element, 'figcaption');
  if (tag !== 'input') return /^(select|textarea|meter|progress|output|button)$/.test(tag) ? label(element) : '';
  const type = typeOf(element);
  if (type === 'image') return attributeOf(element, 'alt') || 'Submit';
  if (type === 'submit') return attributeOf(element, 'value') || 'Submit';
  if (type === 'reset') return attributeOf(element, 'value') || 'Reset';
  return type === 'button' ? attributeOf(element, 'value') : label(element);
}

/** Returns the accessible name in the usual order of its computation; null for none. */
export function accessibleName(element: PageNode, ownRole: string | null): string | null {
  const pointed = attributeOf(element, 'aria-labelledby')
    .split(' ', 10)
    .map((id) => (id === '' ? undefined : byId(element, id)))
    .map((each) => (each === undefined ? '' : nameOf(each)))
    .filter((each) => each !== '')
    .join(' ');
  const tag = dom.tag(element);
  const name =
    pointed ||
    attributeOf(element, 'aria-label') ||
    native(element, tag) ||
    (namedByContent.test(ownRole ?? '') || tag === 'summary' || tag === 'label' ? content(element, 'name', 200) : '') ||
    attributeOf(element, 'title') ||
    (tag === 'input' || tag === 'textarea'
      ? attributeOf(element, 'placeholder') || attributeOf(element, 'aria-placeholder')
      : '');
  return name === '' ? null : shorten(name.replace(/\s+/g, ' ').trim(), 200);
}

export const text = (element: PageNode): string =>
  keepsToItself.has(dom.tag(element)) ? '' : content(element, 'seen', 300);
