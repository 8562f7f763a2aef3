import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';

const maxDepth = 12;
const maxChildren = 150;
/** Bytes; with less space left, no content is written */
const minRoom = 20;
const left = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta']);
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const secret = /csrf|xsrf|token|nonce|secret|passw|api-?key|auth|session|signature|integrity/i;
const secretQuery =
  /([?&;][^=&;#\s]*(?:token|sig|key|passw|secret|code|auth|jwt|session|credential)[^=&;#\s]*=)[^&;#\s"',]*/gi;
const encoder = new TextEncoder();

export function bytes(text: string): number {
  return /^\p{ASCII}*$/u.test(text) ? text.length : encoder.encode(text).length;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}

function attributeText(element: PageNode, tag: string, name: string): string | null {
  const value = dom.attribute(element, name) ?? '';
  if (name === 'value' && (tag === 'input' || tag === 'textarea')) {
    const type = (dom.attribute(element, 'type') ?? '').toLowerCase();
    if (!/^(submit|button|reset)$/.test(type)) return null;
  }
  if (secret.test(name)) return '…';
  if (name === 'content' && secret.test(dom.attribute(element, 'name') ?? '')) return '…';
  const data = /^\s*data:[^,]{0,60},/i.exec(value);
  if (data !== null) return `${data[0].trim()}…`;
  const known = value.replace(secretQuery, '$1…');
  return name === 'srcset' || name === 'srcdoc' || name === 'd'
    ? cut(known, 60)
    : known.length > 160
      ? cut(known, 100)
      : known;
}

function opening(element: PageNode, tag: string): string {
  let text = `<${tag}`;
  for (const name of dom.attributeNames(element)) {
    const value = attributeText(element, tag, name);
    if (value === null) continue;
    const escaped = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');
    const next = value === '' ? ` ${cut(name, 60)}` : ` ${cut(name, 60)}="${escaped}"`;
    if (bytes(text) + bytes(next) > 1_200) return `${text} …>`;
    text += next;
  }
  return `${text}>`;
}

function textNode(node: PageNode, room: number): string {
  const text = dom
    .textOf(node)
    .slice(0, room * 2)
    .replace(/\s+/g, ' ');
  const written = (part: string) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const whole = written(text);
  if (bytes(whole) <= room && dom.textOf(node).length <= room * 2) return whole;
  isCut = true;
  let most = Math.max(0, Math.floor(room / 2) - 4);
  for (;;) {
    const head = written(text.slice(0, most).toWellFormed());
    const tail = written(text.slice(text.length - Math.floor(most / 3)).toWellFormed());
    const short = most < 4 ? '…' : `${head}…${tail}`;
    if (most < 4 || bytes(short) <= room) return short;
    most = Math.floor(most * 0.7);
  }
}

/** Returns the child nodes to write, and whether more lie between the first and the last of them. */
function childrenOf(element: PageNode): { first: PageNode[]; last: PageNode[]; isMore: boolean } {
  const counts = (child: PageNode) => dom.isText(child) || (dom.isElement(child) && !left.has(dom.tag(child)));
  const first: PageNode[] = [];
  let child = dom.firstChild(element);
  for (let visited = 0; child !== null && visited < maxChildren; visited += 1) {
    if (counts(child)) first.push(child);
    child = dom.nextSibling(child);
  }
  const stop = child;
  const last: PageNode[] = [];
  if (stop === null) return { first, last, isMore: false };
  child = dom.lastChild(element);
  for (let visited = 0; child !== null && child !== stop && visited < 30; visited += 1) {
    if (counts(child)) last.unshift(child);
    child = dom.previousSibling(child);
  }
  return { first, last, isMore: true };
}

/** Whether something was left out since this was last set to false */
let isCut = false;

/**
 * Writes an element in at most about `most` bytes: the first children and, with a `reserve` (a share 0..1 of the
 * space), the last ones; an ellipsis stands between them.
 */
function write(element: PageNode, most: number, reserve: number, depth: number): string {
  const tag = dom.tag(element);
  const open = opening(element, tag);
  if (empty.has(tag)) return open;
  const close = `</${tag}>`;
  if (tag === 'textarea') return open + close;
  const { first, last, isMore } = childrenOf(element);
  const children = [...first, ...last];
  if (children.length === 0 && !isMore) return open + close;
  let room = most - bytes(open) - bytes(close) - 3;
  if (depth > maxDepth || room < minRoom) {
    isCut = true;
    return `${open}…${close}`;
  }
  const one = (child: PageNode, within: number): string =>
    dom.isText(child) ? textNode(child, within) : write(child, within, reserve, depth + 1);

  let head = '';
  let at = 0;
  const kept = children.length === 1 ? 0 : Math.floor(room * reserve);
  for (; at < first.length && room - kept >= minRoom; at += 1) {
    const text = one(first[at] as PageNode, room - kept);
    if (bytes(text) > room - kept) break;
    head += text;
    room -= bytes(text);
  }
  let tail = '';
  let back = children.length;
  for (; back > at && room >= minRoom && reserve > 0; back -= 1) {
    const text = one(children[back - 1] as PageNode, room);
    if (bytes(text) > room) break;
    tail = text + tail;
    room -= bytes(text);
  }
  const isWhole = back === at && !isMore;
  if (!isWhole) isCut = true;
  return `${open}${head}${isWhole ? '' : '…'}${tail}${close}`;
}

/** Returns an element as HTML of at most `most` bytes in UTF-8. Leaves out typed values and secrets. */
export function outerHtml(element: PageNode, most: number): string {
  isCut = false;
  let text = write(element, most, 0, 0);
  if (isCut) text = write(element, most, 0.3, 0);
  return bytes(text) <= most ? text : opening(element, dom.tag(element));
}
