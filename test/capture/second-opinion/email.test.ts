import { describe, expect, it, test } from 'vitest';
import type { Rule, Scene } from '../../../server/checklist/rule.ts';
import { brokenImage } from '../../../server/checklist/rules/broken-image.ts';
import { clippedByGmail } from '../../../server/checklist/rules/clipped-by-gmail.ts';
import { droppedByMailClients } from '../../../server/checklist/rules/dropped-by-mail-clients.ts';
import { emailImageWithoutAlt } from '../../../server/checklist/rules/email-image-without-alt.ts';
import { emailTooWide } from '../../../server/checklist/rules/email-too-wide.ts';
import { imageOnlyEmail } from '../../../server/checklist/rules/image-only-email.ts';
import { lostInDark } from '../../../server/checklist/rules/lost-in-dark.ts';
import { lowContrast } from '../../../server/checklist/rules/low-contrast.ts';
import { noDarkMode } from '../../../server/checklist/rules/no-dark-mode.ts';
import { noPreheader } from '../../../server/checklist/rules/no-preheader.ts';
import { noUnsubscribe } from '../../../server/checklist/rules/no-unsubscribe.ts';
import { placeholderText } from '../../../server/checklist/rules/placeholder-text.ts';
import { smallEmailButton } from '../../../server/checklist/rules/small-email-button.ts';
import { smallEmailText } from '../../../server/checklist/rules/small-email-text.ts';
import { runRules } from '../../../server/checklist/run-rules.ts';
import type { EmailFact, ShotFacts } from '../../../server/contract/shot-facts.ts';
import { box, control, facts, fullImage, image, text } from './support/scene.ts';

/** The weight from which a finding is a problem; below it is advice. */
const CLEAR = 0.5;

const known: EmailFact = {
  bytes: 4_000,
  dark: false,
  preheader: 'The oven is back',
  hasHiddenPreheader: false,
  hasUnsubscribe: false,
  knowsDark: false,
  readable: 400,
  contentWidth: 680,
  spills: [],
  attached: [],
  dropped: [],
};

const viewport = { name: 'email', width: 680, height: 900, scale: 1 };
const shot = (label: string): Scene['shot'] => ({
  label,
  width: 680,
  height: 900,
  viewport,
  pageNumber: null,
  pageUrl: null,
});

/** Returns the scene of an email with these facts. */
function email(of: Partial<EmailFact>, rest: Partial<ShotFacts> = {}, more: Partial<Scene> = {}): Scene {
  const whole = facts({ kind: 'email', page: null, email: { ...known, ...of }, ...rest });
  return { type: 'email', shot: shot('Email'), facts: whole, image: fullImage, others: [], ...more };
}

const said = (rule: Rule, of: Scene): string[] => rule.find(of).map(({ what }) => what);

describe('dropped-by-mail-clients', () => {
  const gmail = ['Gmail', 'Gmail on iOS', 'Gmail on Android'];
  const outlook = ['Outlook on Windows', 'Outlook.com', 'Outlook on iOS', 'Outlook on Android'];
  it.each([
    [['Outlook on Windows'], 'In Outlook on Windows, the'],
    [gmail, 'In Gmail, the'],
    [['Gmail on iOS', 'Gmail on Android'], 'In Gmail on phones, the'],
    [[...gmail, ...outlook, 'Outlook on macOS'], 'In Gmail and Outlook, the'],
    [[...gmail, ...outlook, 'Yahoo Mail'], 'In Gmail, most versions of Outlook and Yahoo Mail, the'],
    [
      ['Gmail', 'Outlook.com', 'Apple Mail', 'Yahoo Mail', 'Samsung Email'],
      'In Gmail, Outlook.com, Apple Mail and 2 more, the',
    ],
  ])('names the clients that drop it: %s', (clients, start) => {
    const dropped = [{ feature: 'display:grid', clients, partial: false, box: box(0, 0, 100, 100) }];
    expect(said(droppedByMailClients, email({ dropped }))[0]?.startsWith(start)).toBe(true);
  });

  test('weighs less when few clients drop a feature, and nothing when nobody misses it', () => {
    const weigh = (clients: string[], feature = 'display:flex') =>
      droppedByMailClients.find(email({ dropped: [{ feature, clients, partial: false, box: null }] }))[0]?.weight ?? 0;
    expect(weigh(['Outlook on Windows'])).toBeLessThan(weigh(gmail));
    expect(weigh(gmail, 'border-radius')).toBe(0);
  });
});

test('dropped-by-mail-clients: the two worst are reported, with the number of further ones', () => {
  const features = ['margin', 'display:grid', '<link> element', 'transform'];
  const dropped = features.map((feature) => ({ feature, clients: ['Gmail'], partial: false, box: null }));
  const [first, second, ...rest] = said(droppedByMailClients, email({ dropped }));
  expect(first).toContain('the whole design is missing');
  expect(second).toMatch(/stacked.* The email depends on 2 more features that some clients drop\.$/);
  expect(rest).toEqual([]);
});

describe('clipped-by-gmail', () => {
  test.each([
    [102 * 1024, []],
    [102 * 1024 + 1, ['The email is 103 KB long; Gmail shows the first 102 KB and “Message clipped”.']],
  ])('%i bytes', (bytes, expected) => {
    expect(said(clippedByGmail, email({ bytes }))).toEqual(expected);
  });
});

describe('no-preheader', () => {
  test.each([
    'View in browser',
    'View this email in your browser | Unsubscribe The oven is back',
    'Having trouble viewing this email? Click here',
    'If you cannot see this email, click here',
    'Im Browser ansehen',
    'Voir dans votre navigateur',
    'Ver en tu navegador',
    'Unsubscribe | Preferences',
    'https://bakery.example/7 The oven is back',
  ])('reports a preview that begins with no message: %s', (preheader) => {
    expect(said(noPreheader, email({ preheader }))).toHaveLength(1);
  });

  test.each([
    'Hello {{first_name}}, the oven is back',
    '*|PREVIEW|*',
    'Preheader text goes here',
    'Your preview text here',
    'Lorem ipsum dolor sit amet',
  ])('reports an unfinished preview, hidden or not: %s', (preheader) => {
    for (const hasHiddenPreheader of [true, false]) {
      expect(said(noPreheader, email({ preheader, hasHiddenPreheader }))).toHaveLength(1);
    }
  });

  test.each([
    'View our new collection before it opens',
    'See what is new in the shop this week',
    'Open from Monday on, as every year',
    'Read how the browser wars ended',
    'Hi Sam, the build is green again.',
    'Your code is 493 027',
  ])('accepts a preview that says something: %s', (preheader) => {
    expect(said(noPreheader, email({ preheader }))).toEqual([]);
  });

  test('quotes what it judges', () => {
    const news = 'Your intake of machine learning and of bots, twice a month, is here';
    expect(said(noPreheader, email({ preheader: `${news}: {{link}}` }))[0]).toContain(': {{link}}”');
    const later = `${news}, with all that we read and wrote in the last two weeks`;
    expect(said(noPreheader, email({ preheader: `${later}. Lorem ipsum`, hasHiddenPreheader: true }))).toEqual([]);
  });

  test('judges the hidden text first, and ignores an email of images', () => {
    expect(said(noPreheader, email({ preheader: 'We bake again. View in browser', hasHiddenPreheader: true }))).toEqual(
      [],
    );
    expect(said(noPreheader, email({ preheader: null }))).toEqual([]);
  });
});

describe('no-unsubscribe', () => {
  const ofTexts = (...words: string[]) =>
    said(noUnsubscribe, email({}, { texts: words.map((each) => text(each)) })).length;

  test.each([
    [['The Weekly', 'Our newsletter for November', 'Read more']],
    [['30% off everything', 'Only this weekend', 'Shop now']],
    [['New arrivals', 'Free shipping on all orders']],
    [['Autumn in the garden', 'Three lamps in new colours', 'See what’s new']],
    [['20 % Rabatt', 'Jetzt bestellen']],
    [['Dernière chance', 'Livraison gratuite']],
    [['Hello', 'You are receiving this email because you signed up on our website.']],
  ])('reports advertising and news: %s', (words) => {
    expect(ofTexts(...words)).toBe(1);
    expect(said(noUnsubscribe, email({ hasUnsubscribe: true }, { texts: words.map((each) => text(each)) }))).toEqual(
      [],
    );
  });

  test.each([
    [['Your order has shipped', 'Free shipping', '10% off your next order', 'Shop now']],
    [['Reset your password', 'You are receiving this email because you signed up.']],
    [['Invoice 1042', 'Thank you', 'Buy now']],
    [['Your code is 493 027', 'It works for ten minutes.']],
    [['Hi Sam', 'Shop now is broken on the landing page, could you look?']],
    [['You have been invited to Hilltown', 'Save 20 % until Sunday', 'Shop now']],
    [['We have moved', 'Discover our new office on Friday', 'New range of desks']],
    [['Sales meeting on Friday', 'Please bring the new collection of charts.']],
  ])('ignores an email to one person, or one that may be: %s', (words) => {
    expect(ofTexts(...words)).toBe(0);
  });
});

describe('small-email-text', () => {
  const long = 'We have kept the table by the window for you and three friends.';
  const small = (words: string, size: number, y = 100) => text(words, { size, box: box(40, y, 400, 20) });
  const found = (...texts: ShotFacts['texts']) => said(smallEmailText, email({}, { texts })).length;

  test('judges the message, not the small print', () => {
    expect(found(small(long, 12), small('© 2026 Mill Lane Bakery', 12, 800))).toBe(1);
    expect(found(small(long, 16), small(`© 2026 Mill Lane Bakery. ${long}`, 12, 800))).toBe(0);
    expect(found(small(long, 14))).toBe(0);
    expect(found(small('Tea 10 €', 12))).toBe(0);
    const above = ['Your table', 'For Friday', 'At eight', 'Keep it'].map((words) => small(words, 16));
    expect(found(...above, small('Mill Lane Bakery, Mill Lane 3, Hilltown in the hills', 12, 800))).toBe(0);
    const lines = (gap: number) => [
      small('Valid until Sunday in all of our shops and', 12, 780 - gap),
      small('online.', 12, 800),
    ];
    expect(found(...above, ...lines(4))).toBe(0);
    expect(found(...above, ...lines(40))).toBe(1);
  });

  test('reports any text that nobody can read', () => {
    expect(found(small(long, 16), small('© Mill Lane Bakery, Hilltown', 9, 800))).toBe(1);
    expect(found(small(long, 16), text('TM', { size: 8 }))).toBe(0);
  });
});

describe('small-email-button', () => {
  const link = (name: string, of: ReturnType<typeof box>, padding: number) => ({
    controls: [control(name, { kind: 'link', box: of })],
    texts: [
      text(name, { box: box(of.x + padding, of.y + 3, of.width - 2 * padding, of.height - 6), role: 'link' as const }),
    ],
  });
  const found = (...parts: ReturnType<typeof link>[]) =>
    said(
      smallEmailButton,
      email({}, { controls: parts.flatMap((each) => each.controls), texts: parts.flatMap((each) => each.texts) }),
    );

  test('requires buttons to be large enough for a finger', () => {
    expect(found(link('Keep the table', box(40, 100, 140, 24), 16))).toEqual([
      'The button “Keep the table” is 140 × 24 px; fingers need 44 px of height.',
    ]);
    expect(found(link('Keep the table', box(40, 100, 140, 40), 16))).toEqual([]);
    expect(found(link('Keep the table', box(40, 100, 140, 35.6), 16))).toEqual([]);
    // A link within text.
    expect(found(link('Read on', box(40, 100, 60, 18), 0))).toEqual([]);
  });

  test('reports links right above each other', () => {
    const at = (name: string, x: number, y: number) => link(name, box(x, y, 80, 16), 0);
    expect(found(at('Privacy', 40, 800), at('Contact', 40, 817))).toHaveLength(1);
    expect(found(at('Privacy', 40, 800), at('Contact', 40, 830))).toEqual([]);
    expect(found(at('Privacy', 40, 800), at('Contact', 140, 800))).toEqual([]);
  });
});

describe('images of emails', () => {
  test('email-image-without-alt: reported for meaningful images, and above all for links', () => {
    const found = (more: Parameters<typeof image>[0]) =>
      said(emailImageWithoutAlt, email({}, { images: [image(more)] })).length;
    expect(found({ alt: null })).toBe(1);
    expect(found({ alt: '', decorative: true })).toBe(0);
    expect(found({ alt: '', decorative: true, isControl: true })).toBe(1);
    expect(found({ alt: null, box: box(0, 0, 1, 1) })).toBe(0);
    expect(found({})).toBe(0);
  });

  test('image-only-email: reported when there is hardly anything to read besides the images', () => {
    const images = [image({ box: box(40, 0, 600, 700) })];
    const footer = text(
      'You receive this because you signed up. Unsubscribe at any time, or write to us about it, gladly.',
      { box: box(40, 850, 500, 20) },
    );
    const words = text(
      'We bake again from Monday on, with rye from the valley, and the first loaf of every morning is on us.',
    );
    expect(said(imageOnlyEmail, email({ readable: 98 }, { images, texts: [footer] }))).toHaveLength(1);
    expect(said(imageOnlyEmail, email({}, { images, texts: [words, footer] }))).toEqual([]);
    expect(said(imageOnlyEmail, email({ readable: 20 }, { images: [image({ box: box(0, 0, 60, 60) })] }))).toEqual([]);
  });

  test('broken-image: not reported for images that are attached', () => {
    const images = [image({ state: 'broken', naturalWidth: 0, naturalHeight: 0 })];
    expect(said(brokenImage, email({}, { images }))).toHaveLength(1);
    expect(said(brokenImage, email({ attached: [box(100, 100, 400, 300)] }, { images }))).toEqual([]);
  });
});

test.each([
  ['Hello {{ first_name }},', 1],
  ['Hello *|FNAME|*,', 1],
  ['Hello %%FirstName%%,', 1],
  ['100%% cotton', 0],
  ['2 * 3 | 4 * 5', 0],
])('placeholder-text: %s', (words, expected) => {
  expect(said(placeholderText, email({}, { texts: [text(words)] }))).toHaveLength(expected);
});

test('email-too-wide: reported when the email needs more width than a reading pane has', () => {
  const spills = [{ box: box(0, 0, 960, 200), text: 'Your order' }];
  expect(said(emailTooWide, email({ contentWidth: 960, spills }))).toEqual([
    'The part with “Your order” makes the email 960 px wide, and 600 is usual.',
  ]);
  expect(said(emailTooWide, email({ contentWidth: 900 }))).toEqual(['The email is 900 px wide, and 600 is usual.']);
  expect(said(emailTooWide, email({ contentWidth: 700 }))).toEqual([]);
});

describe('light and dark', () => {
  const light = { shot: shot('Email'), facts: email({}).facts };
  const dark = (rest: Partial<ShotFacts>, more: Partial<Scene> = {}) =>
    email({ dark: true, knowsDark: true }, rest, { shot: shot('Email · dark'), others: [light], ...more });

  test('faults of the whole email are reported on the light screenshot alone', () => {
    const faults: Partial<EmailFact> = {
      bytes: 200_000,
      contentWidth: 960,
      preheader: 'View in browser',
      dropped: [{ feature: 'display:grid', clients: ['Gmail'], partial: false, box: null }],
    };
    const rest: Partial<ShotFacts> = {
      images: [image({ alt: null }), image({ state: 'broken' })],
      texts: [
        text('Hello {{name}}'),
        text('Our newsletter'),
        text('A sentence that is set too small to be read by anybody', { size: 8 }),
      ],
    };
    const foundIn = (scene: Scene) => new Set(runRules(scene, new Set()).map(({ rule }) => rule));
    expect(foundIn(email(faults, rest)).size).toBeGreaterThanOrEqual(7);
    const inDark = email({ ...faults, dark: true }, rest, { shot: shot('Email · dark'), others: [light] });
    expect([...foundIn(inDark)]).toEqual([]);
  });

  test('low contrast is reported once, on the screenshot that has it', () => {
    const pale = text('On Friday at eight', { color: '#999999', ground: '#ffffff' });
    const image = { ...fullImage, contrast: () => ({ ratio: 2, ink: '#999999', ground: '#ffffff', flat: true }) };
    const inLight = { shot: shot('Email'), facts: email({}, { texts: [pale] }).facts };
    expect(said(lowContrast, email({}, { texts: [pale] }, { image }))).toHaveLength(1);
    expect(said(lowContrast, dark({ texts: [pale] }, { image, others: [inLight] }))).toEqual([]);
    expect(
      said(lowContrast, dark({ texts: [{ ...pale, ground: '#777777' }] }, { image, others: [inLight] })),
    ).toHaveLength(1);
  });

  const logo = image({ alt: 'Mill Lane Bakery', box: box(40, 20, 160, 48) });
  const showing = (ratio: number, flat: boolean) => ({
    ...fullImage,
    isFlat: () => ratio === 1,
    contrast: () => (ratio === 1 ? null : { ratio, ink: '#111111', ground: '#12161a', flat }),
  });
  test.each([
    ['gone', 1, true, 1],
    ['hardly there', 1.3, true, 1],
    ['to be seen', 4, true, 0],
    ['a photograph', 1.2, false, 0],
  ])('lost-in-dark: a logo that is %s', (_, ratio, flat, expected) => {
    expect(said(lostInDark, dark({ images: [logo] }, { image: showing(ratio, flat) }))).toHaveLength(expected);
    expect(said(lostInDark, email({}, { images: [logo] }, { image: showing(ratio, flat) }))).toEqual([]);
  });

  test('no-dark-mode: advice for dark logos on a transparent ground in emails without dark mode', () => {
    const image = {
      ...fullImage,
      isFlat: () => true,
      contrast: () => ({ ratio: 18, ink: '#111111', ground: '#ffffff', flat: true }),
    };
    const onGround = { ...image, isFlat: () => false };
    const [found] = noDarkMode.find(email({}, { images: [logo] }, { image }));
    expect(found?.weight).toBeLessThan(CLEAR);
    expect(found?.box).toEqual(logo.box);
    expect(noDarkMode.find(email({ knowsDark: true }, { images: [logo] }, { image }))).toEqual([]);
    expect(noDarkMode.find(email({}, { images: [logo] }, { image: onGround }))).toEqual([]);
    expect(noDarkMode.find(email({}, { texts: [text('Words alone')] }, { image }))).toEqual([]);
  });
});
