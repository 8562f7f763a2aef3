import { describe, expect, test } from 'vitest';
import type { Rule, Scene } from '../../../server/checklist/rule.ts';
import { blankPicture } from '../../../server/checklist/rules/blank-picture.ts';
import { blurredImage } from '../../../server/checklist/rules/blurred-image.ts';
import { brokenImage } from '../../../server/checklist/rules/broken-image.ts';
import { emptyEnd } from '../../../server/checklist/rules/empty-end.ts';
import { errorOnPage } from '../../../server/checklist/rules/error-on-page.ts';
import { garbledText } from '../../../server/checklist/rules/garbled-text.ts';
import { missingDescription } from '../../../server/checklist/rules/missing-description.ts';
import { missingOnMobile } from '../../../server/checklist/rules/missing-on-mobile.ts';
import { missingTitle } from '../../../server/checklist/rules/missing-title.ts';
import { notForPhones } from '../../../server/checklist/rules/not-for-phones.ts';
import { placeholderText } from '../../../server/checklist/rules/placeholder-text.ts';
import { stretchedImage } from '../../../server/checklist/rules/stretched-image.ts';
import { tableCutOff } from '../../../server/checklist/rules/table-cut-off.ts';
import { textCovered } from '../../../server/checklist/rules/text-covered.ts';
import { textCutOff } from '../../../server/checklist/rules/text-cut-off.ts';
import { textOverlap } from '../../../server/checklist/rules/text-overlap.ts';
import { tinyText } from '../../../server/checklist/rules/tiny-text.ts';
import { unstyledPage } from '../../../server/checklist/rules/unstyled-page.ts';
import { widerThanScreen } from '../../../server/checklist/rules/wider-than-screen.ts';
import {
  box,
  control,
  facts,
  fullImage,
  image,
  pageFact,
  scene,
  shotOn,
  text,
} from '../../capture/second-opinion/support/scene.ts';

const said = (rule: Rule, of: Scene): string[] => rule.find(of).map(({ what }) => what);
const ofTexts = (rule: Rule, ...texts: Parameters<typeof text>[]): string[] =>
  said(rule, scene({ texts: texts.map((each) => text(...each)) }));

describe('placeholder-text', () => {
  test.each([
    ['Lorem ipsum dolor sit amet', '“Lorem ipsum” in “Lorem ipsum dolor sit amet” was left in.'],
    ['Hello {{ user.firstName }},', '“{{ user.firstName }}” in “Hello {{ user.firstName }},” was not filled in.'],
    ['You owe ${total}', '“${total}” in “You owe ${total}” was not filled in.'],
    ['Page {0} of {1}', '“{0}” in “Page {0} of {1}” was not filled in.'],
    ['Hi {name}!', '“Hi {name}” in “Hi {name}!” was not filled in.'],
    ['undefined', '“undefined” appears where a value should be.'],
    ['Total: NaN', '“NaN” in “Total: NaN” appears where a value should be.'],
    ['NaN% off', '“NaN” in “NaN% off” appears where a value should be.'],
    ['Hello undefined!', '“undefined” in “Hello undefined!” appears where a value should be.'],
    ['Due on Invalid Date', '“Invalid Date” in “Due on Invalid Date” appears where a value should be.'],
    ['Sent to [object Object]', '“[object Object]” in “Sent to [object Object]” appears where a value should be.'],
    ['checkout.summary.title', '“checkout.summary.title” is a translation key, not the text.'],
    ['Insert text here', '“Insert text here” was left in.'],
    ['Your headline goes here', '“Your headline goes here” was left in.'],
    ['TODO: photo of the team', '“TODO:” in “TODO: photo of the team” was left in.'],
    ['asdfasdf', '“asdfasdf” was left in.'],
  ])('%s', (words, expected) => {
    expect(ofTexts(placeholderText, [words])).toEqual([expected]);
  });

  test.each([
    'Placeholder text by',
    'Default: null',
    'Default: (null)',
    'Sample text from our printers',
    'Undefined behaviour and null pointers',
    'null and void',
    'The value is undefined when nobody has set it, and null when it was taken away',
    'To do',
    'Todo',
    'GET /users/{id}',
    'https://docs.example/{version}/start',
    'docs.python.org',
    'www.example.com',
    'Title',
    'Description',
    'Add a title',
    'Write your own description of the hike below',
    'Your text is saved',
    'IMG_1234.jpg',
    'Nan Goldin',
    'Order no. {unknown}',
    'a test test tube',
  ])('leaves alone: %s', (words) => {
    expect(ofTexts(placeholderText, [words])).toEqual([]);
  });

  test('is advice where most sentences are filler, because such a page is a draft', () => {
    const filler = Array.from({ length: 3 }, () => text('Lorem ipsum dolor sit amet, consectetur'));
    const own = Array.from({ length: 4 }, () => text('We bake bread every morning in the old mill'));
    const weights = (...texts: ReturnType<typeof text>[]) =>
      placeholderText.find(scene({ texts })).map(({ weight }) => weight);
    expect(Math.max(...weights(...filler))).toBeLessThan(0.5);
    expect(Math.min(...weights(...filler, ...own))).toBeGreaterThan(0.5);
    expect(weights(filler[0] ?? text(''))[0]).toBeGreaterThan(0.5);
  });

  test('reports a heading that is a placeholder, but not a list of headings that show their sizes', () => {
    const heading = (words: string, level: number): Parameters<typeof text> => [words, { role: 'heading', level }];
    expect(ofTexts(placeholderText, heading('Heading 1', 1))).toHaveLength(1);
    expect(ofTexts(placeholderText, heading('Heading 1', 1), heading('Heading 2', 2))).toEqual([]);
    expect(ofTexts(placeholderText, ['Heading 1'])).toEqual([]);
  });

  test('ignores code, fields, and words that the page sets as code elsewhere', () => {
    const mono = { family: 'Liberation Mono' };
    expect(ofTexts(placeholderText, ['{{name}} undefined', mono], ['Your text here', { role: 'field' }])).toEqual([]);
    expect(ofTexts(placeholderText, ['null'], ['return null', mono])).toEqual([]);
    expect(ofTexts(placeholderText, ['NaN'], ['A number that cannot be read is NaN.'])).toEqual([]);
    const inline = box(300, 200, 40, 18);
    expect(ofTexts(placeholderText, ['It returns, whatever is asked,'], ['null', { box: inline }])).toEqual([]);
  });
});

const code = ['flex-wrap', 'const a = 1;', 'parse()'].map((words): Parameters<typeof text> => [words, { code: true }]);

test.each<[string, string, Parameters<typeof text>[]]>([
  ['code', 'Your text here', code],
  ['several template languages', 'Hello {{ name }}', [['Or Hello ${name}']]],
  ['translation keys', 'cart.title', [['Keys are grouped by page, such as home.title or home.button']]],
  ['a variable', 'Hello {{ name }}', [['Replace {{name}} with the name of the person']]],
  ['filler text', 'Lorem ipsum dolor sit amet', [['What is lorem ipsum?']]],
])('placeholder-text leaves alone a page about %s', (_, words, others) => {
  expect(ofTexts(placeholderText, [words])).toHaveLength(1);
  expect(ofTexts(placeholderText, [words], ...others)).toEqual([]);
});

describe('garbled-text', () => {
  test.each([
    'Donâ€™t',
    'CafÃ© Ã¼ber',
    'â‚¬ 20',
    'Caf�',
    'Tom &amp; Ann',
    '5 &lt; 6',
    'Bold<br/>move',
    'A <strong>word</strong>',
  ])('%s', (words) => {
    expect(ofTexts(garbledText, [words])).toHaveLength(1);
  });

  test.each<[string, string, Parameters<typeof text>[]]>([
    ['code', 'Tom &amp; Ann', code],
    ['escape codes', 'Write &amp; for it', [['&lt;']]],
    ['encodings', 'It shows CafÃ© then', [['The file is UTF-8']]],
    ['markup', 'The <p> element', [['Inside a <p> no other may be']]],
  ])('leaves alone a page about %s', (_, words, others) => {
    expect(ofTexts(garbledText, [words], ...others)).toEqual([]);
  });

  test.each(['Don’t', 'Café über São Ângela', 'R&D; more', 'AT&T', 'a < b > c', '20 €', 'Â Ã â', 'x<y'])(
    'leaves alone: %s',
    (words) => {
      expect(ofTexts(garbledText, [words])).toEqual([]);
    },
  );
});

describe('error-on-page', () => {
  test.each([
    '404 Not Found',
    'Internal Server Error',
    '502 Bad Gateway',
    'Cannot GET /orders',
    'This page could not be found.',
  ])('reports a page that contains little else: %s', (words) => {
    expect(ofTexts(errorOnPage, [words, { role: 'heading', level: 1 }], ['nginx'])).toHaveLength(1);
    const more = Array.from({ length: 30 }, (_, at): Parameters<typeof text> => [`Line ${at}`]);
    expect(ofTexts(errorOnPage, [words], ...more)).toEqual([]);
  });

  test.each([
    'Application error: a client-side exception has occurred (see the browser console for more information).',
    'Unhandled Runtime Error',
    'Warning: Undefined variable $user in /var/www/index.php on line 12',
    'Traceback (most recent call last)',
  ])('reports a crash among any other text: %s', (words) => {
    const more = Array.from({ length: 40 }, (_, at): Parameters<typeof text> => [`Line ${at}`]);
    expect(ofTexts(errorOnPage, ...more, [words])).toHaveLength(1);
    // An example in a handbook is not reported.
    expect(ofTexts(errorOnPage, ...more, [words, { family: 'monospace' }])).toEqual([]);
    expect(ofTexts(errorOnPage, ...more, [words, { role: 'heading', level: 2 }])).toEqual([]);
  });

  test('ignores a tool that lists several errors', () => {
    const errors = ['x is not defined', 'y is not a function', 'z of undefined'].map((each) => `TypeError: ${each}`);
    expect(ofTexts(errorOnPage, ...errors.map((each): Parameters<typeof text> => [each]))).toEqual([]);
    expect(ofTexts(errorOnPage, [errors[0] ?? ''])).toHaveLength(1);
  });
});

test.each([
  [['Price'], 'One column of this table, “Price”, is cut off'],
  [[''], 'One column of this table is cut off'],
  [['Price', 'Total'], '2 columns of this table, such as “Price” and “Total”, are cut off'],
  [['Price', 'Tax', 'Total', ''], '4 columns of this table, such as “Price”, “Tax” and “Total”, are cut off'],
])('table-cut-off names %j', (columns, expected) => {
  const page = { ...pageFact, cutTables: [{ box: box(0, 0, 300, 200), columns }] };
  expect(said(tableCutOff, scene({ page }))).toEqual([`${expected} and cannot be scrolled to.`]);
});

describe('text-overlap', () => {
  const line = (words: string, x: number, y: number, more = {}): Parameters<typeof text> => [
    words,
    { box: box(x, y, words.length * 8, 18), ...more },
  ];
  const lines = (words: string, y: number, count: number, more = {}): Parameters<typeof text> => [
    words,
    { box: box(100, y, 300, count * 24 - 6), lines: count, ...more },
  ];

  test('reports single lines on top of each other', () => {
    expect(ofTexts(textOverlap, line('Paid in May', 100, 200), line('Reminder', 130, 206))).toEqual([
      '“Paid in May” and “Reminder” overlap.',
    ]);
    // Text that runs out of its ground may be invisible where other text is.
    expect(
      ofTexts(textOverlap, line('Paid in May', 100, 200, { leavesGround: true }), line('Reminder', 130, 206)),
    ).toEqual([]);
    expect(ofTexts(textOverlap, line('Paid in May', 100, 200, { overlaid: true }), line('Reminder', 130, 206))).toEqual(
      [],
    );
    // Not reported: texts beside each other, close to each other, and the same text twice as a shadow.
    expect(ofTexts(textOverlap, line('Paid', 100, 200), line('in May', 134, 200))).toEqual([]);
    expect(ofTexts(textOverlap, line('Paid in May', 100, 200), line('Reminder', 100, 214))).toEqual([]);
    expect(ofTexts(textOverlap, line('Paid in May', 100, 200), line('Paid in May', 101, 201))).toEqual([]);
  });

  test('ignores runs within the lines of one paragraph, and reports another paragraph', () => {
    expect(ofTexts(textOverlap, lines('A paragraph', 200, 3), line('bold', 150, 224))).toEqual([]);
    expect(ofTexts(textOverlap, lines('A paragraph', 200, 3), lines('a long link', 224, 2))).toEqual([]);
    expect(ofTexts(textOverlap, lines('A paragraph', 200, 3), line('Next paragraph', 100, 236))).toHaveLength(1);
    const heading = { role: 'heading', level: 2 } as const;
    expect(ofTexts(textOverlap, lines('A heading', 200, 2, heading), line('What follows', 100, 224))).toHaveLength(1);
  });

  test('ignores covered text, decoration, and a page with many such places', () => {
    expect(ofTexts(textOverlap, line('Paid in May', 100, 200, { covered: true }), line('Reminder', 130, 206))).toEqual(
      [],
    );
    expect(ofTexts(textOverlap, line('01 of', 100, 200, { size: 56 }), line('Reminder', 105, 206))).toEqual([]);
    const map = Array.from({ length: 8 }, (_, at) => line(`Street no. ${at}`, 100 + at * 9, 200 + at));
    expect(ofTexts(textOverlap, ...map)).toEqual([]);
  });

  test('reports overlapping lines of one text', () => {
    const tight = (height: number): Parameters<typeof text> => [
      'A heading',
      { size: 40, lines: 3, box: box(0, 0, 300, height) },
    ];
    expect(ofTexts(textOverlap, tight(46 + 2 * 22))).toEqual(['The lines of “A heading” overlap.']);
    expect(ofTexts(textOverlap, tight(46 + 2 * 36))).toEqual([]);
  });
});

describe('text-cut-off', () => {
  test('always reports an edge, and an ellipsis where a heading or a button loses its meaning', () => {
    expect(ofTexts(textCutOff, ['A long note', { cut: 'edge' }])).toHaveLength(1);
    const short = { cut: 'ellipsis', box: box(0, 0, 60, 18) } as const;
    expect(ofTexts(textCutOff, ['Confirm the whole delivery', { ...short, role: 'button' }])).toHaveLength(1);
    expect(ofTexts(textCutOff, ['Confirm the whole delivery', short])).toEqual([]);
    expect(ofTexts(textCutOff, ['Confirm it', { ...short, role: 'button' }])).toEqual([]);
    expect(ofTexts(textCutOff, ['A long note', { cut: 'edge', incidental: true }])).toEqual([]);
  });

  test('reports a sliver of a button, but not the dashes under slides', () => {
    const sliver = control('Add to cart', { box: box(100, 300, 140, 5) });
    expect(said(textCutOff, scene({ controls: [sliver] }))).toHaveLength(1);
    expect(
      said(textCutOff, scene({ controls: [sliver], texts: [text('Add', { box: box(110, 296, 30, 8) })] })),
    ).toEqual([]);
    const dashes = [0, 1, 2].map((at) => control('Slide', { box: box(100 + at * 90, 300, 80, 4) }));
    expect(said(textCutOff, scene({ controls: dashes }))).toEqual([]);
    expect(said(textCutOff, scene({ controls: [control('Go to the next slide', { box: box(0, 0, 40, 4) })] }))).toEqual(
      [],
    );
  });
});

describe('text-covered', () => {
  const behind = text('Opening hours', { covered: true });
  test('is reported when a part of it is visible and no other text is there', () => {
    expect(said(textCovered, scene({ texts: [behind] }))).toEqual([
      '“Opening hours” is hidden behind another element.',
    ]);
    expect(said(textCovered, scene({ texts: [behind, text('A menu entry')] }))).toEqual([]);
    expect(said(textCovered, scene({ texts: [behind] }, { image: { ...fullImage, isFlat: () => true } }))).toEqual([]);
  });

  test('is not reported for many texts behind an open panel', () => {
    const many = Array.from({ length: 4 }, (_, at) =>
      text(`Line of ${at}`, { covered: true, box: box(0, at * 40, 90, 18) }),
    );
    expect(said(textCovered, scene({ texts: many }))).toEqual([]);
  });
});

describe('tiny-text', () => {
  test.each([
    ['Read this small print', 10.5, 1],
    ['Read this small print', 11, 0],
    ['New', 9, 0],
    ['New', 8, 1],
    ['™', 5, 0],
    ['12', 6, 0],
    ['ㄐㄧㄢˋ', 6.4, 0],
  ])('%s in %f px: %i', (words, size, count) => {
    expect(ofTexts(tinyText, [words, { size }])).toHaveLength(count);
    expect(ofTexts(tinyText, [words, { size, incidental: true }])).toEqual([]);
  });
});

test('a size below the minimum is never rounded up to it', () => {
  expect(ofTexts(tinyText, ['Read this small print', { size: 10.96 }])).toEqual([
    '“Read this small print” is set in 10.9 px.',
  ]);
});

describe('a page that shows nothing', () => {
  const image = (distinctShare: number) => ({ ...fullImage, measures: { distinctShare, emptyRowsAtEnd: 0 } });

  test('is blank only without any content, however small', () => {
    expect(said(blankPicture, scene({}, { image: image(0.00001) }))).toHaveLength(1);
    expect(said(blankPicture, scene({}, { image: image(0.0001) }))).toEqual([]);
    expect(said(blankPicture, scene({ page: { ...pageFact, maskedTo: 900 } }, { image: image(0) }))).toEqual([]);
  });

  test.each([
    [1, 'its stylesheet was not loaded'],
    [3, 'none of its 3 stylesheets was loaded'],
  ])('or no styles says that of %i stylesheets, %s', (linked, words) => {
    const page = { ...pageFact, usesBrowserFont: true, stylesheets: { linked, empty: linked, unknown: 0 } };
    expect(said(unstyledPage, scene({ page }))).toEqual([`The page is shown without its styles: ${words}.`]);
  });
});

describe('images', () => {
  const ofImage = (rule: Rule, more: Parameters<typeof image>[0], scale = 1): string[] =>
    said(rule, scene({ images: [image(more)], scale }));

  test('are reported when broken and not tiny', () => {
    expect(ofImage(brokenImage, { state: 'broken' })).toEqual([
      'The image “A hill” could not be loaded and is missing.',
    ]);
    expect(ofImage(brokenImage, { state: 'broken', alt: null })).toEqual([
      'An image could not be loaded and is missing.',
    ]);
    expect(ofImage(brokenImage, { state: 'broken', box: box(0, 0, 1, 1) })).toEqual([]);
  });

  test('are reported as blurred by their CSS pixels: on phones, files for plain screens are usual', () => {
    expect(ofImage(blurredImage, { naturalWidth: 160, naturalHeight: 120 })).toHaveLength(1);
    expect(ofImage(blurredImage, { naturalWidth: 260, naturalHeight: 195 })).toEqual([]);
    expect(ofImage(blurredImage, { naturalWidth: 200, naturalHeight: 150 }, 2)).toEqual([]);
    expect(ofImage(blurredImage, { naturalWidth: 100, naturalHeight: 75 }, 2)).toHaveLength(1);
    expect(ofImage(blurredImage, { naturalWidth: 16, naturalHeight: 16 })).toEqual([]);
    expect(ofImage(blurredImage, { naturalWidth: 40, naturalHeight: 40, box: box(0, 0, 70, 70) })).toEqual([]);
    expect(ofImage(blurredImage, { vector: true, naturalWidth: 0, naturalHeight: 0 })).toEqual([]);
    const drawn = { width: 160, height: 120 };
    expect(ofImage(blurredImage, { naturalWidth: 160, naturalHeight: 120, drawn })).toEqual([]);
    const hard = { ...fullImage, sharpness: () => 0.9 };
    const pixelArt = [image({ naturalWidth: 64, naturalHeight: 48 })];
    expect(said(blurredImage, scene({ images: pixelArt }, { image: hard }))).toEqual([]);
  });

  test('are reported as stretched when they are seen whole and have a shape', () => {
    const wide = { squeezed: true, naturalWidth: 300, naturalHeight: 300 };
    expect(ofImage(stretchedImage, wide)[0]).toContain('33 % too wide');
    expect(ofImage(stretchedImage, { ...wide, squeezed: false })).toEqual([]);
    const drawn = { width: 400, height: 600 };
    expect(ofImage(stretchedImage, { ...wide, box: box(100, 100, 400, 200), drawn })[0]).toContain('50 % too tall');
    expect(ofImage(stretchedImage, { ...wide, naturalHeight: 240 })).toEqual([]);
    expect(ofImage(stretchedImage, { ...wide, box: box(1300, 0, 140, 240) })).toEqual([]);
    const flat = { ...fullImage, isFlat: () => true };
    expect(said(stretchedImage, scene({ images: [image(wide)] }, { image: flat }))).toEqual([]);
  });
});

describe('layout', () => {
  const phone = (width: number, spills: { box: ReturnType<typeof box>; text: string }[], screenWidth = 390): Scene =>
    scene({ scale: 2, page: { ...pageFact, screenWidth, spills } }, { shot: shotOn('mobile', { width }) });

  test('reports each cause of a page that is too wide once, by how far it reaches', () => {
    const spills = [
      { box: box(0, 100, 1000, 400), text: 'The table' },
      { box: box(0, 600, 990, 60), text: 'Beside the table' },
      { box: box(0, 900, 860, 60), text: 'An image' },
    ];
    expect(said(widerThanScreen, phone(1000, spills))).toEqual([
      '“The table” reaches 110 px beyond the mobile screen (390 px).',
      '“An image” reaches 40 px beyond the mobile screen (390 px).',
    ]);
    expect(said(widerThanScreen, phone(1000, []))).toEqual([
      'The page is 110 px wider than the mobile screen (390 px).',
    ]);
    expect(said(widerThanScreen, phone(782, []))).toEqual([]);
  });

  test('reports a page that grows to the left as too wide there', () => {
    const spills = [
      { box: box(0, 100, 1000, 400), text: 'The table' },
      { box: box(140, 600, 860, 60), text: 'An image' },
    ];
    const page = { ...pageFact, screenWidth: 390, hiddenLeft: 110, spills };
    expect(said(widerThanScreen, scene({ scale: 2, page }, { shot: shotOn('mobile', { width: 1000 }) }))).toEqual([
      '“The table” reaches 110 px beyond the mobile screen (390 px).',
      '“An image” reaches 40 px beyond the mobile screen (390 px).',
    ]);
  });

  test('reports once that a page without a viewport tag is shrunk', () => {
    const shrunk = phone(1960, [], 980);
    expect(said(widerThanScreen, shrunk)).toEqual([]);
    expect(said(notForPhones, shrunk)).toEqual([]);
    const untagged = {
      ...shrunk,
      facts: { ...shrunk.facts, page: { ...pageFact, screenWidth: 980, viewportTag: null } },
    };
    expect(said(notForPhones, untagged)).toHaveLength(1);
  });

  test('does not report the empty rest of the screen below a shrunk page', () => {
    const measures = { distinctShare: 0.2, emptyRowsAtEnd: 2000 };
    const at = (width: number): Scene =>
      scene({ scale: 2 }, { shot: shotOn('mobile', { width, height: 4240 }), image: { ...fullImage, measures } });
    expect(said(emptyEnd, at(1960))).toEqual([]);
    expect(said(emptyEnd, at(780))).toEqual(['The last 1000 px are empty.']);
    const masked = (maskedTo: number): Scene => ({
      ...at(780),
      facts: { ...at(780).facts, page: { ...pageFact, maskedTo } },
    });
    expect(said(emptyEnd, masked(2120))).toEqual([]);
    expect(said(emptyEnd, masked(1320))).toEqual(['The last 800 px are empty.']);
    for (const notice of ['cut_below', 'inner_scroll']) {
      const shown = at(780);
      expect(said(emptyEnd, { ...shown, shot: { ...shown.shot, notices: [notice] } }), notice).toEqual([]);
    }
  });
});

describe('desktop and mobile', () => {
  const heading = (words: string): ReturnType<typeof text> => text(words, { role: 'heading', level: 2 });
  const both = (desktop: Parameters<typeof facts>[0], mobile: Parameters<typeof facts>[0], pageUrl?: string): Scene =>
    scene(mobile ?? {}, {
      shot: shotOn('mobile'),
      others: [{ shot: shotOn('desktop', pageUrl === undefined ? {} : { pageUrl }), facts: facts(desktop) }],
    });
  const prices = { texts: [text('Walks'), heading('Prices for clubs')] };

  test('reports a heading or a button that is missing on phones', () => {
    expect(said(missingOnMobile, both(prices, { texts: [text('Walks')] }))).toEqual([
      'The heading “Prices for clubs” is on the desktop view, where it comes after “Walks”, and nowhere on this one.',
    ]);
    expect(said(missingOnMobile, both({ controls: [control('Order now')] }, { texts: [text('Walks')] }))).toHaveLength(
      1,
    );
  });

  test.each([
    ['is there in other words', prices, { texts: [text('Walks'), heading('Club prices')] }],
    ['is there as the name of a button', prices, { texts: [text('Walks')], controls: [control('Prices for clubs')] }],
    ['lies in the bar', { controls: [control('Sign in', { box: box(1300, 20, 80, 40) })] }, { texts: [text('Walks')] }],
    ['belongs to rows', { controls: [1, 2, 3].map(() => control('Archive')) }, { texts: [text('Walks')] }],
    [
      'is scrolled to in its row',
      {
        controls: ['Shell', 'Python', 'PHP'].map((name, at) => control(name, { box: box(400 + at * 90, 300, 80, 40) })),
      },
      { texts: [text('Walks')], controls: [control('Shell')] },
    ],
    [
      'folds away with the menu beside',
      {
        controls: [
          ...[1, 2, 3, 4, 5].map((at) =>
            control(`Chapter ${at}`, { kind: 'link', box: box(20, 200 + at * 40, 200, 30) }),
          ),
          control('Give feedback', { box: box(20, 600, 200, 40) }),
        ],
      },
      { texts: [text('Walks')] },
    ],
    ['says less', { controls: [control('Add to cart')] }, { texts: [text('Walks')], controls: [control('Add')] }],
    ['cannot be pressed', { controls: [control('Export', { disabled: true })] }, { texts: [text('Walks')] }],
    [
      'is on another page',
      { texts: Array.from({ length: 40 }, (_, at) => heading(`Walk no. ${at}`)) },
      { texts: [text('Not found')] },
    ],
  ])('does not report what %s', (_, desktop, mobile) => {
    expect(said(missingOnMobile, both(desktop, mobile))).toEqual([]);
  });

  test('compares only views of one address', () => {
    expect(said(missingOnMobile, both(prices, { texts: [text('Walks')] }, 'https://hills.example/other'))).toEqual([]);
  });

  test('reports faults of the whole page on its widest view', () => {
    const untitled = { page: { ...pageFact, title: '', description: null } };
    const on = (name: 'desktop' | 'mobile', other: 'desktop' | 'mobile'): Scene =>
      scene(untitled, { shot: shotOn(name), others: [{ shot: shotOn(other), facts: facts(untitled) }] });
    for (const rule of [missingTitle, missingDescription]) {
      expect(said(rule, on('desktop', 'mobile'))).toHaveLength(1);
      expect(said(rule, on('mobile', 'desktop'))).toEqual([]);
      expect(said(rule, scene(untitled, { shot: shotOn('mobile') }))).toHaveLength(1);
    }
  });

  test.each(['Document', 'React App', 'Vite + React + TS', 'Untitled', 'Create Next App'])(
    '%s is reported as a placeholder title',
    (title) => {
      expect(said(missingTitle, scene({ page: { ...pageFact, title } }))).toEqual([
        `The page’s title is still “${title}”.`,
      ]);
      expect(said(missingTitle, scene({ page: { ...pageFact, title: `${title} of the harbour` } }))).toEqual([]);
    },
  );
});
