import type { EmailIssues } from '../../in-page.ts';

const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];

function isUsed(selector: string): boolean {
  try {
    return document.querySelector(selector) !== null;
  } catch {
    return false;
  }
}

/** Returns the declarations of the email's own style elements, as far as elements have them. */
function ownStyles(): string[] {
  const found: string[] = [];
  // The addresses in a linked stylesheet start from its own.
  const own = [...document.styleSheets].filter(({ href }) => href === null);
  const rules = own.flatMap(({ cssRules }) => [...cssRules]);
  for (const rule of rules) {
    const css = rule instanceof CSSStyleRule ? rule.style.cssText : '';
    if (css.includes('url(') && isUsed((rule as CSSStyleRule).selectorText)) found.push(css);
    if (rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule) rules.push(...rule.cssRules);
  }
  return found;
}

function imageAddresses(): string[] {
  const found: string[] = [];
  const readUrls = (css: string) => {
    for (const [, , url] of css.matchAll(/url\(\s*(["']?)([^"')]{1,2000})/gi)) found.push(url ?? '');
  };
  ownStyles().forEach(readUrls);
  for (const element of all('[src], [background], [poster], [style*="url("]')) {
    readUrls(element.getAttribute('style') ?? '');
    if (/^(script|iframe|embed|audio|video|source|track)$/.test(element.localName)) continue;
    for (const name of ['src', 'background', 'poster']) found.push(element.getAttribute(name) ?? '');
  }
  return [
    ...new Set(found.map((address) => address.trim()).filter((address) => address !== '' && !address.startsWith('#'))),
  ];
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width * height < 10) return false;
  const style = getComputedStyle(element);
  if (style.visibility !== 'visible' || style.opacity === '0') return false;
  if (/^(img|input|button|select|textarea|hr|video|svg)$/.test(element.localName)) return true;
  if (style.backgroundImage !== 'none' || Number.parseFloat(style.borderTopWidth) > 0) return true;
  return Number.parseFloat(style.borderLeftWidth) > 0 || !/^(rgba\(.*, 0\)|transparent)$/.test(style.backgroundColor);
}

function isTracker(image: HTMLImageElement): boolean {
  if (!image.complete || image.naturalWidth !== 1 || image.naturalHeight !== 1) return false;
  const { width, height } = image.getBoundingClientRect();
  return width <= 1 && height <= 1;
}

// Templates: {{logo}}, %%logo%%, *|LOGO|*, [% logo %], ${logo}
const placeholder = /^(\{\{|\{%|%%|\*\||\[%|\$\{|<%|#\{)/;
const reachable = /^(https?:|data:|cid:|\/\/)/i;

/**
 * Returns what an email contains that its screenshot does not show. `own` is the beginning of the email's own address.
 */
export function findEmailIssues(own: string): EmailIssues {
  // URLs at the email's own address never exist.
  const remote = (all('img') as HTMLImageElement[]).filter(
    ({ currentSrc }) => /^https?:/i.test(currentSrc) && !currentSrc.startsWith(own),
  );
  const broken = remote.filter((image) => image.complete && image.naturalWidth === 0);
  const addresses = imageAddresses();
  const handlers = all('*').filter((element) => element.getAttributeNames().some((name) => name.startsWith('on')));
  const scripts = all('script').filter((element) => !/json|template/i.test(element.getAttribute('type') ?? ''));
  return {
    cid: addresses.filter((address) => /^cid:/i.test(address)).length,
    placeholders: addresses.filter((address) => placeholder.test(address)).length,
    unreachable: addresses.filter((address) => !reachable.test(address) && !placeholder.test(address)).length,
    broken: [...new Set(broken.map(({ currentSrc }) => currentSrc))],
    trackers: remote.filter(isTracker).length,
    scripts: scripts.length + handlers.length,
    // Menus that open without a script hide a checkbox.
    fields: all('input, select, textarea, form button').filter(isShown).length,
    embedded: all('iframe, object, embed, applet, audio, video, frame').length,
    amp: all('html[amp4email], html[\\26A1 4email], html[\\26A1]').length > 0,
    blank: (document.body?.innerText ?? '').trim() === '' && !all('body, body *').some(isShown),
  };
}
