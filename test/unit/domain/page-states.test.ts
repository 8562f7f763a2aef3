import { describe, expect, test } from 'vitest';
import { pathLabel } from '../../../server/contract/path-label.ts';
import {
  isLocale,
  pageStateOf,
  type StateRequest,
  stateLabel,
  toCaptureFields,
} from '../../../server/contract/state-request.ts';
import { readStep, toSteps } from '../../../server/contract/step.ts';

describe('a step', () => {
  test.each([
    [' click  .menu > a ', { text: 'click  .menu > a', kind: 'click', selector: '.menu > a' }],
    ['hover nav a', { kind: 'hover', selector: 'nav a' }],
    ['focus #email', { kind: 'focus', selector: '#email' }],
    ['wait .done', { kind: 'wait', selector: '.done' }],
    ['type #q = red shoes', { kind: 'type', selector: '#q', value: 'red shoes' }],
    ['type [name=q] = a = b', { kind: 'type', selector: '[name=q]', value: 'a = b' }],
    ['type #q =', { kind: 'type', selector: '#q', value: '' }],
    ['scroll .list li 600', { kind: 'scroll', selector: '.list li', to: 600 }],
    ['scroll 0', { kind: 'scroll', selector: null, to: 0 }],
  ])('is read: %s', (text, step) => {
    expect(readStep(text)).toEqual({ text: text.trim(), ...step });
  });

  const kinds = 'must begin with click, hover, focus, type, scroll or wait';
  test.each([
    ['', `${kinds}, not "".`],
    ['press Enter', `${kinds}, not "press".`],
    ['constructor x', `${kinds}, not "constructor".`],
    ['click', 'is incomplete. Write click SELECTOR, such as click .menu.'],
    ['type #q shoes', 'is incomplete. Write type SELECTOR = TEXT, such as type #search = shoes.'],
    ['scroll .list', 'is incomplete. Write scroll SELECTOR PIXELS, such as scroll .list 600, or scroll PIXELS.'],
    ['scroll .list -5', 'is incomplete. Write scroll SELECTOR PIXELS, such as scroll .list 600, or scroll PIXELS.'],
    ['click a\nclick b', 'has a line break or control character. Write each step on one line.'],
    [`click ${'x'.repeat(495)}`, 'has 501 characters; at most 500 are allowed. Shorten it.'],
  ])('is refused: %j', (text, words) => {
    expect(readStep(text)).toBe(words);
  });
});

describe('a state', () => {
  const plain = { steps: [], colour_scheme: 'light', reduced_motion: true, locale: 'en-US' };

  test('has every mode as it was shown, or is none', () => {
    expect(pageStateOf({})).toBeNull();
    expect(pageStateOf({ steps: [] })).toBeNull();
    expect(pageStateOf({ state: 'a name alone' })).toBeNull();
    expect(pageStateOf({ colour_scheme: 'light' })).toEqual(plain);
    expect(pageStateOf({ reduced_motion: false, locale: 'DE-de' })).toEqual({
      ...{ ...plain, reduced_motion: false, locale: 'de-DE' },
    });
    expect(pageStateOf({ steps: [' click a '] })).toEqual({ ...plain, steps: ['click a'] });
  });

  test('is what the browser is asked for', () => {
    expect(toCaptureFields(null)).toEqual({});
    expect(toCaptureFields(pageStateOf({ steps: ['wait a'], colour_scheme: 'dark' }))).toEqual({
      ...{ steps: toSteps(['wait a']), colourScheme: 'dark', reducedMotion: true, locale: 'en-US' },
    });
  });

  test.each<[StateRequest, string]>([
    [{}, '/shop'],
    [{ colour_scheme: 'light', reduced_motion: true, locale: 'en-us' }, '/shop'],
    [{ steps: ['click .menu'], colour_scheme: 'dark' }, '/shop · click .menu · dark'],
    [{ steps: ['type #q = a', 'wait li'] }, '/shop · type #q = a · wait li'],
    [{ reduced_motion: false, locale: 'de' }, '/shop · full motion · de'],
    [{ steps: ['click .menu'], colour_scheme: 'dark', state: 'menu open' }, '/shop · menu open'],
    [{ steps: [`click ${'.a'.repeat(40)}`], colour_scheme: 'dark' }, `/shop · click ${'.a'.repeat(23)}… · dark`],
  ])('names the page: %j', (request, label) => {
    expect(stateLabel('/shop', request)).toBe(label);
  });

  test.each([
    ...['a'.repeat(58), 'a'.repeat(59)].map((text) => ['/shop', { state: `${text}🛒🛒` }] as const),
    ...['/', '//'].map((text) => [`${text}${'🛒'.repeat(60)}`, { colour_scheme: 'dark' }] as const),
  ])('cuts no emoji in two: %s %j', (label, request) => {
    expect(stateLabel(label, request).isWellFormed()).toBe(true);
  });

  test('leaves room for the viewport’s name in a label', () => {
    const label = stateLabel('/x'.repeat(50), { steps: ['click '.padEnd(200, 'y')], locale: 'de' });
    expect(`${label} · desktop`).toHaveLength(120);
    expect(label).toMatch(/^\/x.* · click y+… · de$/);
  });

  test('has a locale that is a language tag', () => {
    expect(
      ['de', 'pt-BR', 'zh-Hans-CN', 'x_y', '', 'english please', `en-x${'-aaaaaaaa'.repeat(4)}`].map(isLocale),
    ).toEqual([...[true, true, true, false, false, false, false]]);
  });
});

test.each([
  ['/search?q=blue+shoes&page=2#/filter', '/search?q=blue+shoes&page=2#/filter'],
  ['/?design=compact-and-wide&keyboard=shortcuts', '/?design=compact-and-wide&keyboard=shortcuts'],
  ['/?key=pricing', '/?key=pricing'],
  ['/a?x-vercel-protection-bypass=4f1c9ab7d2e84c55&b=1', '/a?x-vercel-protection-bypass=…&b=1'],
  [
    '/?_vercel_share=abcdefgh12345&apiKey=12345678&access_token=open-sesame',
    '/?_vercel_share=…&apiKey=…&access_token=…',
  ],
  ['/#/in?token=abcdefgh12345', '/#/in?token=…'],
])('a page is named by what is no secret in its address: %s', (path, label) => {
  expect(pathLabel(`https://shop.test${path}`)).toBe(label);
});
