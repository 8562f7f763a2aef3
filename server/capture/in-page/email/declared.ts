import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import type { Layer } from '../facts/layers.ts';
import * as layers from '../facts/layers.ts';

/** A declaration as written in the source, with the visible element that it applies to. */
export interface Declared {
  layer: Layer;
  name: string;
  value: string;
}

interface Sheet {
  cssRules: ArrayLike<SheetRule>;
}

interface SheetRule {
  selectorText?: string;
  style?: { cssText: string };
  media?: { mediaText: string };
  cssRules?: ArrayLike<SheetRule>;
  href?: string;
  conditionText?: string;
}

const maxRules = 3_000;
const maxDeclared = 2_000;
const maxText = 4_000;
let end = 0;
const isLate = (): boolean => performance.now() > end;

function declarations(text: string): { name: string; value: string }[] {
  return Array.from(
    text.slice(0, maxText).matchAll(/(^|[;{\s])(-{0,2}[a-zA-Z][\w-]{0,40})\s{0,5}:([^;{}]{1,600})/g),
    (found) => ({
      name: (found[2] ?? '').toLowerCase(),
      value: (found[3] ?? '').trim(),
    }),
  );
}

const visible = (element: PageNode): Layer | null => {
  const layer = layers.of.get(element);
  return layer?.isVisible === true ? layer : null;
};

export const styleElements = (): PageNode[] => Array.from(dom.select(dom.document, 'style')).slice(0, 50);

export function textOf(style: PageNode): string {
  return dom
    .childNodes(style)
    .map((node) => (dom.isText(node) ? dom.textOf(node) : ''))
    .join('')
    .slice(0, 400_000);
}

export function sheetOf(element: PageNode, type: 'HTMLStyleElement' | 'HTMLLinkElement'): Sheet | null {
  return dom.property<Sheet>(element, type, 'sheet');
}

export function rulesOf(sheet: Sheet): SheetRule[] {
  try {
    return Array.from(sheet.cssRules);
  } catch {
    return [];
  }
}

/** Returns the rules that apply on this screen, with nested selectors resolved. */
export function rules(): { rule: SheetRule; selector: string; nested: boolean }[] {
  const found: { rule: SheetRule; selector: string; nested: boolean }[] = [];
  const steps: { rule: SheetRule; up: string | null }[] = [];
  for (const element of styleElements()) {
    const sheet = sheetOf(element, 'HTMLStyleElement');
    const media = dom.attribute(element, 'media') ?? '';
    if (sheet === null || (media !== '' && !matchMedia(media).matches)) continue;
    for (const rule of rulesOf(sheet)) steps.push({ rule, up: null });
  }
  for (let at = 0; at < steps.length && found.length < maxRules && !isLate(); at += 1) {
    const { rule, up } = steps[at] ?? { rule: {}, up: null };
    if (rule.media !== undefined && rule.href === undefined && !matchMedia(rule.media.mediaText).matches) continue;
    let inner = up;
    if (rule.selectorText !== undefined) {
      const own = rule.selectorText;
      const selector = up === null ? own : own.includes('&') ? own.replaceAll('&', `:is(${up})`) : `:is(${up}) ${own}`;
      found.push({ rule, selector, nested: up !== null });
      inner = selector.length > 2_000 ? null : selector;
    }
    if (rule.cssRules !== undefined && steps.length < maxRules * 2) {
      for (const each of Array.from(rule.cssRules).slice(0, maxRules)) steps.push({ rule: each, up: inner });
    }
  }
  return found;
}

export const matched = (selector: string): Layer[] =>
  Array.from(dom.select(dom.document, selector))
    .slice(0, 500)
    .map(visible)
    .filter((layer) => layer !== null);

/** Starts the time limit of everything that is read from here on. */
export function startReading(limitMs: number): void {
  end = performance.now() + limitMs;
}

/**
 * Returns the declarations of visible elements that `pattern` matches. They are as written rather than as computed, and
 * only those that apply on this screen. Leaves out declarations after a plain one of the same property, because clients
 * fall back on that.
 */
export function wanted(pattern: RegExp): Declared[] {
  const found: Declared[] = [];
  const sheets = styleElements().map(textOf).join('\n');
  const hasPlainBefore = new Map<string, boolean>();
  for (const { rule, selector } of rules()) {
    const text = rule.style?.cssText ?? '';
    if (found.length >= maxDeclared || isLate()) break;
    if (!pattern.test(text)) continue;
    for (const { name, value } of declarations(text)) {
      if (name.startsWith('--') || !pattern.test(value)) continue;
      // A browser keeps only the last of two declarations of a property, so the first is visible only in the source.
      let hasPlain = hasPlainBefore.get(name);
      if (hasPlain === undefined) {
        const twice = new RegExp(
          `[;{\\s]${name}\\s{0,5}:[^;{}]{1,200};[^{}]{0,300}?(?<![\\w-])${name}\\s{0,5}:([^;{}]{1,200})`,
        );
        hasPlain = pattern.test(twice.exec(sheets)?.[1] ?? '');
        hasPlainBefore.set(name, hasPlain);
      }
      if (hasPlain) continue;
      for (const layer of matched(selector)) found.push({ layer, name, value });
    }
  }
  for (const layer of layers.all) {
    if (found.length >= maxDeclared || isLate()) break;
    const text = layer.isVisible ? (dom.attribute(layer.element, 'style') ?? '') : '';
    if (!pattern.test(text)) continue;
    const all = declarations(text);
    for (const { name, value } of all) {
      if (name.startsWith('--') || !pattern.test(value)) continue;
      const hasPlain = all.some((each) => each.name === name && !pattern.test(each.value));
      if (!hasPlain) found.push({ layer, name, value });
    }
  }
  return found;
}
