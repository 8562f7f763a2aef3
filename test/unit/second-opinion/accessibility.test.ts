import { describe, expect, it, test } from 'vitest';
import type { ImageAnalysis } from '../../../server/checklist/image/analyze.ts';
import type { Other, Rule, Scene, Violation } from '../../../server/checklist/rule.ts';
import { blankPicture } from '../../../server/checklist/rules/blank-picture.ts';
import { controlWithoutName } from '../../../server/checklist/rules/control-without-name.ts';
import { headingOrder } from '../../../server/checklist/rules/heading-order.ts';
import { imageWithoutAlt } from '../../../server/checklist/rules/image-without-alt.ts';
import { lowContrast } from '../../../server/checklist/rules/low-contrast.ts';
import { pageLanguage } from '../../../server/checklist/rules/page-language.ts';
import { slideLowContrast } from '../../../server/checklist/rules/slide-low-contrast.ts';
import { smallTarget } from '../../../server/checklist/rules/small-target.ts';
import { contrastNeeded, contrastOf, readableColor } from '../../../server/checklist/support/contrast.ts';
import type { ControlFact, ImageFact, ShotFacts, TextFact } from '../../../server/contract/shot-facts.ts';
import {
  control as anyControl,
  image as anyImage,
  text as anyText,
  facts,
  fullImage,
  pageFact as page,
  box as place,
  shotOn,
} from '../../capture/second-opinion/support/scene.ts';

type Seen = ReturnType<ImageAnalysis['contrast']>;

/** Returns pale text that says “Pay now”. */
const text = (more: Partial<TextFact> = {}): TextFact =>
  anyText('Pay now', { box: place(20, 20, 100, 20), family: 'Arial', color: '#aaaaaa', ...more });

const control = (more: Partial<ControlFact> = {}): ControlFact =>
  anyControl('More', { box: place(20, 20, 20, 20), ...more });

const image = (more: Partial<ImageFact> = {}): ImageFact =>
  anyImage({ box: place(20, 20, 200, 100), naturalHeight: 200, alt: null, ...more });

/** `seen` is the contrast that the image shows for every box. */
function scene(
  more: Partial<ShotFacts>,
  {
    on = 'desktop',
    seen = { ratio: 2, ink: '#aaaaaa', ground: '#ffffff', flat: true },
    others = [],
  }: { on?: 'desktop' | 'mobile'; seen?: Seen; others?: Other[] } = {},
): Scene {
  const shot = shotOn(on, { height: 2_000 });
  const image: ImageAnalysis = { ...fullImage, width: shot.width, height: shot.height, contrast: () => seen };
  return { type: 'website', shot, facts: facts({ scale: shot.viewport?.scale ?? 1, ...more }), image, others };
}

const count = (rule: Rule, of: Scene): number => rule.find(of).length;

function only(rule: Rule, of: Scene): Violation {
  const [first, ...more] = rule.find(of);
  if (first === undefined || more.length > 0)
    throw new Error(`${more.length + (first === undefined ? 0 : 1)} violations`);
  return first;
}

test('blank-picture: only of a page says what may have kept it from loading', () => {
  const { measures, ...image } = fullImage;
  const fixOf = (kind: ShotFacts['kind'], of: Partial<ShotFacts> = {}) =>
    only(blankPicture, { ...scene({ kind, ...of }), image: { ...image, measures: { ...measures, distinctShare: 0 } } })
      .fix;
  expect(fixOf('page')).toContain('headers or cookies');
  expect(fixOf('email', { page: null })).not.toMatch(/script|cookies/);
});

test('slide-low-contrast: small grey words have the colour of the file, and pale ones in a group the one that is drawn', () => {
  const slide = { width: 595, height: 842 };
  const words = anyText('Payment within 14 days', { size: 7, color: '#888888', ground: null });
  const said = (ink: string, ratio: number): string =>
    only(
      slideLowContrast,
      scene({ kind: 'slide', slide, texts: [words] }, { seen: { ratio, ink, ground: '#ffffff', flat: true } }),
    ).what;
  expect(said('#898989', 3.49)).toContain('3.5:1 (#888888 on #ffffff)');
  expect(said('#bbbbbb', 1.92)).toContain('1.9:1 (#bbbbbb on #ffffff)');
});

describe('contrast', () => {
  // Known values: black on white is 21; the greys are the darkest in WebAIM’s example that pass and fail.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ffffff', '#ffffff', 1],
  ])('%s on %s is %d:1', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 2);
  });

  it.each([
    [{ size: 23.9, weight: 400 }, 4.5],
    [{ size: 24, weight: 400 }, 3],
    [{ size: 18.66, weight: 700 }, 3],
    [{ size: 18.66, weight: 600 }, 4.5],
    [{ size: 18, weight: 900 }, 4.5],
  ])('needed for %j is %d', (of, needed) => {
    expect(contrastNeeded(of)).toBe(needed);
  });

  test('a suggested colour has enough contrast, for every grey on every grey', () => {
    let suggested = 0;
    for (let a = 0; a < 256; a += 5) {
      for (let b = 0; b < 256; b += 5) {
        const [color, ground] = [a, b].map((each) => `#${each.toString(16).padStart(2, '0').repeat(3)}`) as [
          string,
          string,
        ];
        const found = readableColor(color, ground, 4.5);
        if (found === null) continue;
        suggested += 1;
        const ratio = found.of === 'text' ? contrastOf(found.color, ground) : contrastOf(color, found.color);
        expect(ratio).toBeGreaterThanOrEqual(4.5);
      }
    }
    expect(suggested).toBeGreaterThan(2_500);
    console.log(`${suggested} suggested colours: each has 4.5:1`);
  });

  it('states the measured ratio, the required one, and a colour that has it', () => {
    const { what, fix } = only(lowContrast, scene({ texts: [text()] }));
    expect(what).toBe('“Pay now” has a contrast of 2.3:1 (#aaaaaa on #ffffff), and should have 4.5:1.');
    expect(fix).toMatch(/^A text colour of #[67]\w{5} would do\.$/);
  });

  it('of white on a colour is fixed by changing the ground', () => {
    const { fix } = only(lowContrast, scene({ texts: [text({ color: '#ffffff', ground: '#8fd3ff' })] }));
    expect(fix).toMatch(/^A background of #\w{6} would do/);
  });

  it.each<[string, Partial<TextFact>, Seen | undefined]>([
    ['enough', { color: '#767676' }, undefined],
    ['of large text', { color: '#949494', size: 24 }, undefined],
    ['of what is disabled', { incidental: true }, undefined],
    ['of what is covered', { covered: true }, undefined],
    ['of what lies on two grounds', { leavesGround: true }, undefined],
    ['of outlined letters', { outlined: true }, undefined],
    ['of a sliver at the edge', { text: 'Pay with a card', size: 40, box: place(20, 20, 4, 40) }, undefined],
    ['of the number of a line of code', { text: '12', code: true }, undefined],
    ['of signs', { text: '•' }, undefined],
    ['that the image denies', {}, { ratio: 12, ink: '#000000', ground: '#ffffff', flat: true }],
    ['of what was not drawn', {}, null],
    ['on an image, where nothing is seen', { ground: null }, null],
    [
      'on an image, nearly enough',
      { ground: null, color: null },
      { ratio: 3.4, ink: '#888888', ground: '#ffffff', flat: false },
    ],
    [
      'on an image, by its own colour',
      { ground: null, color: '#222222' },
      { ratio: 3, ink: '#888888', ground: '#ffffff', flat: false },
    ],
  ])('%s is not reported', (_, more, seen) => {
    expect(count(lowContrast, scene({ texts: [text(more)] }, seen === undefined ? {} : { seen }))).toBe(0);
  });

  it('of text that cannot be told from its ground is reported, whether or not the image shows it', () => {
    const { what, weight } = only(lowContrast, scene({ texts: [text({ color: '#fefefe' })] }, { seen: null }));
    expect(what).toContain('can hardly be seen');
    expect(weight).toBeGreaterThan(0.9);
  });

  it('on an image is measured in the image, without colours that nobody chose', () => {
    const seen = { ratio: 1.5, ink: '#ffffff', ground: '#dddddd', flat: false };
    const { what } = only(lowContrast, scene({ texts: [text({ ground: null, color: '#ffffff' })] }, { seen }));
    expect(what).toMatch(/^“Pay now” has a contrast of 1\.[0-9]:1 where the background is most similar/);
  });

  it('in the worst part of an image does not claim that the rest is invisible', () => {
    const at = (flat: boolean): Scene =>
      scene({ texts: [text({ ground: null })] }, { seen: { ratio: 1.1, ink: '#aaaaaa', ground: '#a8a8a8', flat } });
    expect(only(lowContrast, at(true)).what).toContain('can hardly be seen');
    expect(only(lowContrast, at(false)).what).not.toContain('can hardly be seen');
  });

  it('of invisible texts in one colour has one cause', () => {
    const white = (ground: string): TextFact => text({ color: '#ffffff', ground });
    const causes = (...texts: TextFact[]) => new Set(lowContrast.find(scene({ texts })).map(({ cause }) => cause)).size;
    expect(causes(white('#eeeeee'), white('#cccccc'))).toBe(1);
    expect(causes(white('#eeeeee'), text())).toBe(2);
  });

  it('of lines in several colours is taken from the styles', () => {
    const seen = { ratio: 15, ink: '#111111', ground: '#ffffff', flat: true };
    expect(count(lowContrast, scene({ texts: [text({ lines: 3 })] }, { seen }))).toBe(1);
  });

  it('has more weight the lower it is, and least weight in code and placeholders', () => {
    const weight = (more: Partial<TextFact>) => only(lowContrast, scene({ texts: [text(more)] })).weight;
    expect(weight({ color: '#cccccc' })).toBeGreaterThan(weight({ color: '#999999' }));
    expect(weight({ family: 'Menlo' })).toBeLessThan(0.5);
    expect(weight({ role: 'field' })).toBeLessThan(0.5);
  });

  it('is reported once for both screens', () => {
    const wide: Other = { shot: shotOn('desktop'), facts: facts({ texts: [text()] }) };
    expect(count(lowContrast, scene({ texts: [text()] }, { on: 'mobile', others: [wide] }))).toBe(0);
    const other = text({ text: 'Menu', color: '#bcbcbc' });
    expect(count(lowContrast, scene({ texts: [text({ text: 'Menu' })] }, { on: 'mobile', others: [wide] }))).toBe(0);
    expect(count(lowContrast, scene({ texts: [other] }, { on: 'mobile', others: [wide] }))).toBe(1);
  });
});

describe('targets', () => {
  const pair = (x: number, more: Partial<ControlFact> = {}, on: 'desktop' | 'mobile' = 'desktop') => {
    const scale = shotOn(on).viewport?.scale ?? 1;
    const at = (left: number) => place(left * scale, 20 * scale, 20 * scale, 20 * scale);
    return scene(
      { controls: [control({ box: at(20), ...more }), control({ box: at(x), name: 'Less', ...more })] },
      { on },
    );
  };

  it.each<[string, Scene, number]>([
    ['that touch', pair(40), 2],
    ['that touch, on a phone', pair(40, {}, 'mobile'), 2],
    ['whose middles are 23 px apart', pair(43), 2],
    ['whose middles are 24 px apart', pair(44), 0],
    ['in a sentence', pair(40, { inText: true }), 0],
    ['that an edge cuts off', pair(40, { cut: true }), 0],
    [
      'that are short words',
      scene({ ...pair(40).facts, texts: [20, 40].map((x) => text({ box: place(x, 20, 20, 20) })) }),
      0,
    ],
    ['that are disabled', pair(40, { disabled: true }), 0],
    ['that are boxes to tick', pair(40, { kind: 'field' }), 0],
    ['one in the other', pair(21), 0],
    ['alone', scene({ controls: [control()] }), 0],
    ['beside a large one', scene({ controls: [control(), control({ box: place(41, 0, 200, 60), name: 'Send' })] }), 1],
  ])('%s', (_, of, expected) => {
    expect(count(smallTarget, of)).toBe(expected);
  });

  const lines = (on: 'desktop' | 'mobile') => {
    const scale = shotOn(on).viewport?.scale ?? 1;
    const at = (top: number) => place(20 * scale, top * scale, 120 * scale, 20 * scale);
    // The boxes share one pixel, because their places are rounded.
    return scene(
      { controls: [control({ box: at(20), kind: 'link' }), control({ box: at(39.5), kind: 'link' })] },
      { on },
    );
  };

  it('that are lines of a list are too small for a finger, not for a mouse', () => {
    expect(count(smallTarget, lines('mobile'))).toBe(2);
    expect(count(smallTarget, lines('desktop'))).toBe(0);
  });
});

describe('names', () => {
  const unnamed = { controls: [control({ name: '' })], texts: [text({ text: 'Basket', box: place(60, 20, 60, 20) })] };

  it('that are missing are reported with the nearest text', () => {
    expect(only(controlWithoutName, scene(unnamed)).what).toContain(
      'The button near “Basket” (20 × 20 px) has no name',
    );
  });

  it('that only the accessibility engine misses count as well, where something can be seen', () => {
    const violation = { rule: 'button-name', impact: 'critical' as const, message: '', text: '' };
    const here = { ...violation, box: place(20, 20, 20, 20) };
    expect(count(controlWithoutName, scene({ controls: [control()], violations: [here] }))).toBe(1);
    const card = [
      control({ name: 'Steel kettle', box: place(20, 20, 300, 220) }),
      control({ name: '', box: here.box }),
    ];
    expect(only(controlWithoutName, scene({ controls: card, violations: [here] })).what).not.toContain('more control');
    const elsewhere = { ...violation, box: place(400, 20, 20, 20) };
    expect(count(controlWithoutName, scene({ controls: [control()], violations: [elsewhere] }))).toBe(0);
  });

  it('are reported once for both screens, except for what only one of them shows', () => {
    const wide = (more: Partial<ShotFacts>): Other => ({ shot: shotOn('desktop'), facts: facts(more) });
    expect(count(controlWithoutName, scene(unnamed, { on: 'mobile', others: [wide(unnamed)] }))).toBe(0);
    expect(count(controlWithoutName, scene(unnamed, { on: 'mobile', others: [wide({})] }))).toBe(1);
  });

  it.each<[string, Partial<ImageFact>, number]>([
    ['none', {}, 1],
    ['an empty one', { alt: '' }, 0],
    ['of what is hidden from readers', { decorative: true }, 0],
    ['of what a link holds, which is named itself', { isControl: true }, 0],
    ['of a dot', { box: place(0, 0, 20, 20) }, 0],
  ])('of images: %s', (_, more, expected) => {
    expect(count(imageWithoutAlt, scene({ images: [image(more)] }))).toBe(expected);
  });
});

describe('headings and language', () => {
  const heading = (words: string, level: number, y: number, x = 20): TextFact =>
    text({ text: words, role: 'heading', level, box: place(x, y, 200, 30) });
  const flagged = (y: number) => [
    { rule: 'heading-order', box: place(0, y, 1440, 30), impact: 'moderate' as const, message: '', text: '' },
  ];

  it('name the heading and the one before, by its longest part', () => {
    const texts = [heading('Orders of this year', 1, 20), heading('v2', 1, 22, 240), heading('Open', 3, 100)];
    const { what, fix } = only(headingOrder, scene({ texts, violations: flagged(100) }));
    expect(what).toBe('“Open” is an H3 right after an H1, “Orders of this year”.');
    expect(fix).toContain('H2');
  });

  it('are in order when headings for screen readers alone fill the gap', () => {
    const texts = [heading('Orders', 1, 20), heading('Open', 3, 100)];
    expect(count(headingOrder, scene({ texts }))).toBe(0);
    const inOrder = [heading('Orders', 1, 20), heading('Open', 2, 100)];
    expect(count(headingOrder, scene({ texts: inOrder, violations: flagged(100) }))).toBe(0);
  });

  it.each([
    ['en', 0],
    ['pt-BR', 0],
    ['zh-Hant-TW', 0],
    ['', 1],
    [null, 1],
    ['english', 1],
    ['e', 1],
  ])('a language of %j', (language, expected) => {
    expect(count(pageLanguage, scene({ page: { ...page, language } }))).toBe(expected);
  });

  it('are reported on the main view of the page', () => {
    const wide: Other = { shot: shotOn('desktop'), facts: facts({}) };
    const silent = { page: { ...page, language: null } };
    expect(count(pageLanguage, scene(silent, { on: 'mobile', others: [wide] }))).toBe(0);
    expect(count(pageLanguage, scene(silent, { on: 'mobile' }))).toBe(1);
  });
});
