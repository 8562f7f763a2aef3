/**
 * Returns an email without its meta refreshes; null when it has none. Uses the browser's own parser, which loads and
 * runs nothing in an empty page. No header prevents a refresh: one to `about:blank` makes no request that could be
 * refused.
 */
export function withoutRefresh(html: string): string | null {
  let text = html;
  for (let round = 0; round < 4; round += 1) {
    const parsed = new DOMParser().parseFromString(text, 'text/html');
    const wishes = [...parsed.querySelectorAll('meta[http-equiv="refresh" i]')];
    if (wishes.length === 0) return round === 0 ? null : text;
    for (const wish of wishes) wish.remove();
    const type = parsed.doctype;
    const ids =
      type === null ? '' : `${type.publicId && ` PUBLIC "${type.publicId}"`}${type.systemId && ` "${type.systemId}"`}`;
    text = `${type === null ? '' : `<!DOCTYPE ${type.name}${ids}>`}${parsed.documentElement.outerHTML}`;
  }
  return text;
}
