import type { CapturedText } from '../../captured-facts.ts';
import type { PageNode, Rectangle } from '../dom.ts';
import * as dom from '../dom.ts';
import { type Edges, edgesOf, meet } from '../edges.ts';
import * as colours from './colours.ts';
import { cutOf } from './cut.ts';
import type { Layer } from './layers.ts';
import * as layers from './layers.ts';
import { lookThrough } from './stack.ts';

interface Found {
  layer: Layer;
  fact: CapturedText;
  /** The visible part of its largest line */
  line: Rectangle;
  base: Layer | null;
}

const maxTexts = 1_500;
const maxCharacters = 300;
/** Icon fonts: their letters are drawn as icons */
const signFonts =
  /^(material (icons|symbols)|font ?awesome|fontello|icomoon|glyphicons|ionicons|themify|dashicons)|\bicons?\b/i;
const keepsToItself = /^(textarea|select|option|optgroup|datalist|canvas|video|audio|iframe|object|title|desc)$/;

function short(text: string): string {
  const plain = text
    .slice(0, maxCharacters * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= maxCharacters ? plain : `${plain.slice(0, maxCharacters - 1).toWellFormed()}…`;
}

/** Returns how much larger than its font size a text is drawn. */
function scaleOf(layer: Layer): number {
  let scale = dom.property<number>(layer.element, 'Element', 'currentCSSZoom') ?? 1;
  for (let at: Layer | null = layer; at?.isMoved === true; at = at.up) {
    const [, a, b] = /^matrix\(([-\d.e]+), ([-\d.e]+)/.exec(at.style.getPropertyValue('transform')) ?? [];
    if (a !== undefined && b !== undefined) scale *= Math.hypot(Number(a), Number(b));
    const own = Number.parseFloat(at.style.getPropertyValue('scale'));
    if (Number.isFinite(own)) scale *= own;
  }
  return scale;
}

const roleOf = (layer: Layer): string => (dom.attribute(layer.element, 'role') ?? '').trim().toLowerCase();

function role(layer: Layer): Pick<CapturedText, 'role' | 'level'> {
  const heading = layers.closest(layer, (each) => /^h[1-6]$/.test(each.tag) || roleOf(each) === 'heading');
  if (heading !== null) {
    const own = Number(/^h([1-6])$/.exec(heading.tag)?.[1] ?? dom.attribute(heading.element, 'aria-level') ?? 2);
    return { role: 'heading', level: own >= 1 && own <= 6 ? Math.round(own) : 2 };
  }
  const control = layers.closest(
    layer,
    (each) =>
      /^(button|summary)$/.test(each.tag) ||
      /^(button|link|tab|menuitem)$/.test(roleOf(each)) ||
      (each.tag === 'a' && dom.attribute(each.element, 'href') !== null),
  );
  if (control === null) return { role: 'text', level: null };
  const isLink = roleOf(control) === 'link' || (control.tag === 'a' && roleOf(control) !== 'button');
  return { role: isLink ? 'link' : 'button', level: null };
}

/** Returns whether it is a logo, a drawing or disabled, which need no contrast (WCAG 2.2, 1.4.3). */
function isIncidental(layer: Layer): boolean {
  if (layer.isDisabled || layer.isInert || layer.isSilent) return true;
  // Ruby text is small beside the characters that it explains
  if (layers.closest(layer, ({ tag }) => tag === 'rt') !== null) return true;
  if (!dom.isHtml(layer.element)) return true;
  const word = /(^|[^a-z])(logo|logotype|wordmark|brand)([^a-z]|$)/i;
  let left = 3;
  for (let at: Layer | null = layer; at !== null && left > 0; at = at.up, left -= 1) {
    const said = ['class', 'id', 'aria-label'].map((name) => dom.attribute(at?.element ?? layer.element, name) ?? '');
    if (said.some((each) => word.test(each))) return true;
  }
  const label = layers.closest(layer, ({ tag }) => tag === 'label');
  const field = label === null ? null : dom.property<PageNode>(label.element, 'HTMLLabelElement', 'control');
  return label?.isDisabled === true || (field !== null && dom.attribute(field, 'disabled') !== null);
}

/** Whether one of the shadows is opaque enough to set letters off from any background. */
const hasStrongShadow = (shadows: string): boolean =>
  (shadows.match(/[a-z]+\([^)]*\)/g) ?? []).some((colour) => (colours.read(colour)?.[3] ?? 0) >= 0.4);

/** Returns the text styles of a layer, or of its placeholder. */
function styled(layer: Layer, part?: '::placeholder') {
  const style = part === undefined ? layer.style : dom.style(layer.element, part);
  const value = (name: string) => style.getPropertyValue(name);
  const weight = Number(value('font-weight'));
  const fill = value('-webkit-text-fill-color');
  return {
    size: Number.parseFloat(value('font-size')) * scaleOf(layer),
    weight: weight >= 1 && weight <= 1000 ? Math.min(900, Math.max(100, weight)) : 400,
    family:
      value('font-family')
        .split(',')[0]
        ?.trim()
        .replace(/^["']|["']$/g, '')
        .slice(0, 80) ?? null,
    ink: fill === '' ? value('color') : fill,
    hasShadow: !/^(none)?$/.test(value('text-shadow')),
    // Letters are then seen against their outline, which is not the background.
    isOutlined: hasStrongShadow(value('text-shadow')) || Number.parseFloat(value('-webkit-text-stroke-width')) > 0,
  };
}

function add(layer: Layer, text: string, lines: Edges[], part?: '::placeholder'): Found | null {
  const shown = lines
    .map((line) => layers.visible(line, layer.clip))
    .filter((each) => each !== null)
    .sort((one, other) => other.width * other.height - one.width * one.height);
  const [line] = shown;
  const style = styled(layer, part);
  if (
    line === undefined ||
    style.size < 1 ||
    signFonts.test(style.family ?? '') ||
    (colours.read(style.ink)?.[3] ?? 1) < 0.05
  )
    return null;
  const left = Math.min(...shown.map(({ x }) => x));
  const top = Math.min(...shown.map(({ y }) => y));
  const box = {
    x: left,
    y: top,
    width: Math.max(...shown.map(({ x, width }) => x + width)) - left,
    height: Math.max(...shown.map(({ y, height }) => y + height)) - top,
  };
  const { color, ground, base, leavesGround } = colours.seen(layer, style.ink, box);
  const rows = new Set(shown.map(({ y, height }) => Math.round((y + height / 2) / Math.max(4, style.size * 0.6))));
  const fact: CapturedText = {
    text,
    box,
    size: Math.round(style.size * 100) / 100,
    lines: rows.size,
    family: style.family === '' ? null : style.family,
    weight: style.weight,
    color,
    ground: style.hasShadow || style.isOutlined ? null : ground,
    ...(part === undefined ? role(layer) : { role: 'field', level: null }),
    cut: part === undefined ? cutOf(layer, lines) : null,
    covered: false,
    behindBar: false,
    incidental: isIncidental(layer),
    code: layers.closest(layer, ({ tag }) => /^(pre|code|kbd|samp|tt)$/.test(tag)) !== null,
    flow: flowOf(layer),
    leavesGround,
    overlaid: false,
    outlined: style.isOutlined,
  };
  return { layer, fact, line, base };
}

/** Returns whether the text is the name of an icon, shown as a word while the icon font is missing. */
const isSignName = ({ element }: Layer, text: string): boolean =>
  /^[a-z0-9_]+$/.test(text) && /(^|[\s-])(icons?|symbols)([\s-]|$)/.test(dom.attribute(element, 'class') ?? '');

const flows = new Map<Layer, number>();
/**
 * Returns the number of the block that a text flows in. Texts of one block do not overlap, even where their boxes do.
 */
function flowOf(layer: Layer): number {
  let block = layer;
  while (block.up !== null && /^(inline|contents)$/.test(block.display)) block = block.up;
  const known = flows.get(block) ?? flows.size + 1;
  flows.set(block, known);
  return known;
}

function ofNode(layer: Layer, node: PageNode): Found | null {
  const text = short(dom.textOf(node));
  if (!/[\p{L}\p{N}\p{S}]/u.test(text) || isSignName(layer, text)) return null;
  const lines = dom
    .lineBoxes(node)
    .filter(({ width, height }) => width > 0.5 && height > 0.5)
    .map(edgesOf);
  return lines.length === 0 ? null : add(layer, text, lines);
}

/** Returns the words inside a field, in a box without border and padding that is no wider than the words can be. */
function ofField(layer: Layer): Found | null {
  const { element, tag, edges } = layer;
  const type = (dom.attribute(element, 'type') ?? 'text').toLowerCase();
  const px = (name: string) => Number.parseFloat(layer.style.getPropertyValue(name)) || 0;
  const inside: Edges = {
    left: edges.left + px('padding-left') + px('border-left-width'),
    right: edges.right - px('padding-right') - px('border-right-width'),
    top: edges.top + px('padding-top') + px('border-top-width'),
    bottom: edges.bottom - px('padding-bottom') - px('border-bottom-width'),
  };
  if (tag === 'input' && /^(submit|button|reset)$/.test(type)) {
    const words = short(
      dom.attribute(element, 'value') ?? (type === 'button' ? '' : type === 'submit' ? 'Submit' : 'Reset'),
    );
    const found = words === '' ? null : add(layer, words, [inside]);
    if (found !== null) found.fact.role = 'button';
    return found;
  }
  if (tag === 'input' && !/^(text|search|email|tel|url|password|number)$/.test(type)) return null;
  const words = short(dom.attribute(element, 'placeholder') ?? '');
  const typed = dom.property<string>(element, tag === 'input' ? 'HTMLInputElement' : 'HTMLTextAreaElement', 'value');
  if (words === '' || typed !== '') return null;
  const size = Number.parseFloat(layer.style.getPropertyValue('font-size')) || 16;
  if (tag === 'input') inside.right = Math.min(inside.right, inside.left + words.length * size * 0.62);
  return add(layer, words, [inside], '::placeholder');
}

/** Set to false once the time did not suffice for every text */
export let isInTime = true;

const maxMeetings = 200;

/** Returns the places where the boxes of two texts meet, each once for either text. */
function meetings(found: readonly Found[]): { each: Found; point: { x: number; y: number } }[] {
  const places: ReturnType<typeof meetings> = [];
  const fromTop = found.toSorted((one, other) => one.fact.box.y - other.fact.box.y);
  for (const [at, one] of fromTop.entries()) {
    const own = edgesOf(one.fact.box);
    for (const other of fromTop.slice(at + 1)) {
      if (other.fact.box.y >= own.bottom || places.length >= maxMeetings) break;
      const { left, right, top, bottom } = meet(own, edgesOf(other.fact.box));
      if (left >= right || top >= bottom || one.fact.flow === other.fact.flow) continue;
      const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
      places.push({ each: one, point }, { each: other, point });
    }
  }
  return places;
}

/**
 * Returns every visible text as one run per style, in document order. `limitMs` applies to finding them, and again to
 * examining what lies over them.
 */
export function findTexts(limitMs: number): CapturedText[] {
  const found: Found[] = [];
  const end = performance.now() + limitMs;
  for (const layer of layers.all) {
    if (performance.now() > end) isInTime = false;
    if (found.length >= maxTexts || !isInTime) break;
    if (!layer.isVisible) continue;
    if (layer.tag === 'input' || layer.tag === 'textarea') {
      const field = ofField(layer);
      if (field !== null) found.push(field);
    }
    if (layer.tag === 'input' || keepsToItself.test(layer.tag)) continue;
    for (const child of dom.flatChildren(layer.element)) {
      const text = dom.isText(child) ? ofNode(layer, child) : null;
      if (text !== null) found.push(text);
    }
  }
  const asked = found.map(({ layer, line: { x, y, width, height }, base }) => ({
    layer,
    base,
    points: [0.25, 0.75].map((share) => ({ x: x + width * share, y: y + height / 2 })),
  }));
  const meeting = meetings(found);
  const answers = lookThrough(
    [...asked, ...meeting.map(({ each: { layer, base }, point }) => ({ layer, base, points: [point] }))],
    limitMs,
  );
  meeting.forEach(({ each: { fact } }, at) => {
    const answer = answers[found.length + at];
    if (answer?.isUnderPanel === true || answer?.isBehind === true) fact.overlaid = true;
  });
  found.forEach(({ fact }, at) => {
    const answer = answers[at] ?? null;
    if (answer === null || answer.hasOther || answer.isBehind) fact.ground = null;
    if (answer === null) return;
    fact.covered = answer.covered && !answer.isBehind && !fact.incidental;
    fact.behindBar = answer.isBehindBar && fact.covered && fact.role !== 'link';
    if (answer.isBehind) fact.incidental = true;
  });
  return found.slice(0, maxTexts).map(({ fact }) => fact);
}
