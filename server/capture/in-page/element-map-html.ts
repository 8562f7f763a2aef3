import type { Dom, PageNode } from './element-map-dom.ts';

/** Runs inside the page: an element as HTML that is short, and holds nothing that was typed in or kept hidden. */
export function htmlKit(dom: Dom) {
  const deepest = 12;
  const mostChildren = 200;
  const left = new Set(['script', 'style', 'template', 'noscript', 'link', 'meta']);
  const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
  const secret = /csrf|xsrf|token|nonce|secret|passw|api-?key|auth|session|signature|integrity/i;
  const secretQuery =
    /([?&;][^=&;#\s]*(?:token|sig|key|passw|secret|code|auth|jwt|session|credential)[^=&;#\s]*=)[^&;#\s"',]*/gi;
  const encoder = new TextEncoder();

  function bytes(text: string): number {
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
    if (bytes(whole) <= room) return whole;
    let most = Math.max(0, Math.floor(room / 2) - 4);
    for (;;) {
      const head = written(text.slice(0, most).toWellFormed());
      const tail = written(text.slice(text.length - Math.floor(most / 3)).toWellFormed());
      const short = most < 4 ? '…' : `${head}…${tail}`;
      if (most < 4 || bytes(short) <= room) return short;
      most = Math.floor(most * 0.7);
    }
  }

  /** At most about `most` bytes: the first children and the last, an ellipsis for what is between. */
  function write(element: PageNode, most: number, depth: number): string {
    const tag = dom.tag(element);
    const open = opening(element, tag);
    if (empty.has(tag)) return open;
    const close = `</${tag}>`;
    let room = most - bytes(open) - bytes(close);
    if (tag === 'textarea') return open + close;
    const children: PageNode[] = [];
    let isMore = false;
    let visited = 0;
    for (let child = dom.firstChild(element); child !== null; child = dom.nextSibling(child)) {
      visited += 1;
      if (visited > mostChildren) {
        isMore = true;
        break;
      }
      if (dom.isText(child) ? /\S/.test(dom.textOf(child)) : dom.isElement(child) && !left.has(dom.tag(child))) {
        children.push(child);
      } else if (dom.isText(child)) children.push(child);
    }
    if (children.length === 0) return open + close;
    if (depth > deepest || room < 20) return `${open}…${close}`;
    room -= 3;
    const one = (child: PageNode, within: number): string =>
      dom.isText(child) ? textNode(child, within) : write(child, within, depth + 1);
    let head = '';
    let at = 0;
    for (; at < children.length; at += 1) {
      const child = children[at];
      const share = at === children.length - 1 ? room : Math.floor(room * 0.7);
      if (child === undefined || share < 20) break;
      const text = one(child, share);
      if (bytes(text) > share) break;
      head += text;
      room -= bytes(text);
    }
    let tail = '';
    let back = children.length - 1;
    for (; back >= at && !isMore; back -= 1) {
      const child = children[back];
      if (child === undefined || room < 20) break;
      const text = one(child, room);
      if (bytes(text) > room) break;
      tail = text + tail;
      room -= bytes(text);
    }
    return `${open}${head}${back >= at || isMore ? '…' : ''}${tail}${close}`;
  }

  return {
    bytes,
    /** At most `most` bytes in UTF-8 */
    outerHtml(element: PageNode, most: number): string {
      const text = write(element, most, 0);
      return bytes(text) <= most ? text : opening(element, dom.tag(element));
    },
  };
}

export type Html = ReturnType<typeof htmlKit>;
