import type { EmailDocument, EmailElement, EmailImage, EmailWindow } from './email-dom.ts';

declare const document: EmailDocument;
declare const window: EmailWindow;

/** What there is in an email that a picture of it does not tell. Addresses are as written, without doubles. */
export interface EmailFacts {
  /** Images that are attachments */
  cid: number;
  /** Images whose address leads nowhere outside the sender's own machine */
  unreachable: number;
  /** Images whose address is still to be filled in */
  placeholders: number;
  /** http(s) addresses of images that are not shown */
  broken: string[];
  /** Loaded from elsewhere and too small to be seen */
  trackers: number;
  scripts: number;
  fields: number;
  embedded: number;
  amp: boolean;
  /** Nothing at all can be seen */
  blank: boolean;
}

/** Runs inside a loaded email; `own` is where its address begins. */
export function emailFacts(own: string): EmailFacts {
  const all = (selector: string) => [...document.querySelectorAll(selector)];

  function addresses(): string[] {
    const found: string[] = [];
    for (const element of all('[src], [background], [poster], [style*="url("]')) {
      const style = element.getAttribute('style') ?? '';
      for (const [, , url] of style.matchAll(/url\(\s*(["']?)([^"')]{1,2000})/gi)) found.push(url ?? '');
      if (/^(script|iframe|embed|audio|video|source|track)$/.test(element.localName)) continue;
      for (const name of ['src', 'background', 'poster']) found.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(found.map((address) => address.trim()).filter((address) => address !== ''))];
  }

  function isShown(element: EmailElement): boolean {
    const { width, height } = element.getBoundingClientRect();
    if (width * height < 10) return false;
    const style = window.getComputedStyle(element);
    if (style.visibility !== 'visible' || style.opacity === '0') return false;
    if (/^(img|input|button|select|textarea|hr|video|svg)$/.test(element.localName)) return true;
    if (style.backgroundImage !== 'none' || Number.parseFloat(style.borderTopWidth) > 0) return true;
    return Number.parseFloat(style.borderLeftWidth) > 0 || !/^(rgba\(.*, 0\)|transparent)$/.test(style.backgroundColor);
  }

  const images = all('img') as EmailImage[];
  // What an address of its own leads to is never there.
  const isRemote = ({ currentSrc }: EmailImage) => /^https?:/i.test(currentSrc) && !currentSrc.startsWith(own);
  const known = addresses();
  // Templates: {{logo}}, %%logo%%, *|LOGO|*, [% logo %], ${logo}
  const placeholder = /^(\{\{|\{%|%%|\*\||\[%|\$\{|<%|#\{)/;
  const reachable = /^(https?:|data:|cid:|\/\/)/i;
  const handlers = all('*').filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')));
  const scripts = all('script').filter((element) => !/json|template/i.test(element.getAttribute('type') ?? ''));
  return {
    cid: known.filter((address) => /^cid:/i.test(address)).length,
    placeholders: known.filter((address) => placeholder.test(address)).length,
    unreachable: known.filter((address) => !reachable.test(address) && !placeholder.test(address)).length,
    broken: [
      ...new Set(
        images
          .filter((image) => image.complete && image.naturalWidth === 0 && isRemote(image))
          .map((image) => image.currentSrc),
      ),
    ],
    trackers: images.filter((image) => {
      if (!isRemote(image) || !image.complete || image.naturalWidth !== 1 || image.naturalHeight !== 1) return false;
      const { width, height } = image.getBoundingClientRect();
      return width <= 1 && height <= 1;
    }).length,
    scripts: scripts.length + handlers.length,
    fields: all('form, input, select, textarea').length,
    embedded: all('iframe, object, embed, applet, audio, video, frame').length,
    amp: all('html[amp4email], html[\\26A1 4email], html[\\26A1]').length > 0,
    blank: (document.body?.innerText ?? '').trim() === '' && !all('body, body *').some(isShown),
  };
}
