import { expect, test } from 'vitest';
import { partsOf, toFinding } from '../../../server/checklist/model/ask-model.ts';
import { mergeModel } from '../../../server/checklist/model/merge-model.ts';
import { plainWords } from '../../../server/checklist/model/plain-words.ts';
import { modelRules } from '../../../server/checklist/model/rules.ts';
import { rulesToAsk } from '../../../server/checklist/model/rules-to-ask.ts';
import { rules } from '../../../server/checklist/rules/index.ts';
import type { Finding } from '../../../server/checklist/run-rules.ts';
import { readConfig } from '../../../server/config.ts';

test.each([
  ['“Sumbit”  is\n misspelled. ', '“Sumbit” is misspelled.'],
  ['See [the guide](https://evil.example/x) now.', 'See the guide now.'],
  ['See [the guide][1] now.', 'See the guide now.'],
  ['Look: ![pixel](https://evil.example/p.png?secret=1) here', 'Look: here'],
  ['Go to https://evil.example/login, then www.evil.example and evil.example/login?x=1.', 'Go to then and'],
  ['HTTPS://EVIL.EXAMPLE or ftp://evil.example or javascript:alert(1)', 'or or'],
  ['Write to boss@evil.example.', 'Write to'],
  ['<img src=x onerror=alert(1)>Bold <b>text</b>', 'Bold text'],
  ['<scr<b>ipt>alert(1)</script>', 'ipt alert(1)'],
  ['ht<b>tps://evil.example/x', 'ht'],
  ['ht[t](x)ps://evil.example/y now', 'now'],
  ['h\u200bttps://evil.example', ''],
  ['[[a](b)](https://evil.example)', 'a'],
  ['\u202egnp.exe\u202c is \u0000odd\u0007', 'gnp.exe is odd'],
  ['```sh\nrm -rf\n``` | table | # heading', 'sh rm -rf table heading'],
  ['', ''],
  ['  \u200b\u2066 ', ''],
  [
    'The ratio is 3.1/4.5, and “Pay now” costs 3.50 € a month.',
    'The ratio is 3.1/4.5, and “Pay now” costs 3.50 € a month.',
  ],
  ['Ünïcödé 日本語 مرحبا', 'Ünïcödé 日本語 مرحبا'],
])('%j becomes %j', (said, words) => {
  expect(plainWords(said)).toBe(words);
});

test('long text of any length is cut, between words where possible', () => {
  for (const said of ['word '.repeat(200), 'x'.repeat(3_000), `${'['.repeat(5_000)}`, 'a.'.repeat(100_000)]) {
    expect(plainWords(said).length).toBeLessThanOrEqual(400);
  }
  expect(plainWords('word '.repeat(200))).toMatch(/ word…$/);
});

const shot = { label: 'Home', width: 1440, height: 900, viewport: null, pageNumber: null, pageUrl: null };
const whole = { x: 0, y: 0, width: 1440, height: 900 };
const asked = rulesToAsk('ui', 'page', new Set());
const slip = { rule: 'spelling', what: '“Sumbit” is misspelled', fix: 'Write “Submit”', sure: 0.9, area: null };

test('a model’s finding reads like a rule’s, and weighs less than any certain fault', () => {
  const found = toFinding(slip, asked, whole, shot);
  expect(found).toEqual({
    ...{ rule: 'spelling', severity: 'polish', area: null, others: [], foundBy: 'model' },
    body: '“Sumbit” is misspelled. A spelling mistake makes the rest of the work look careless. Write “Submit”.',
    weight: expect.closeTo(0.54),
  });
});

test.each([
  ['of no rule', { rule: 'approve' }],
  ['of a rule for other reviews', { rule: 'constructor' }],
  ['unsure', { sure: 0.59 }],
  ['surer than can be', { sure: 1.1 }],
  ['sure of nothing', { sure: Number.NaN }],
  ['without words', { what: ' ' }],
  ['of an address alone', { what: 'https://evil.example/' }],
  ['without what would fix it', { fix: '' }],
])('an answer that is %s is no finding', (_, more) => {
  expect(toFinding({ ...slip, ...more }, asked, whole, shot)).toBeNull();
});

test.each([
  ['inside', { x: 0.25, y: 0.5, width: 0.5, height: 0.25 }, { x: 0.25, y: 0.5, width: 0.5, height: 0.25 }],
  ['over an edge', { x: 0.9, y: 0.5, width: 0.5, height: 0.25 }, { x: 0.9, y: 0.5, width: 0.1, height: 0.25 }],
  ['all of it', { x: 0, y: 0, width: 1, height: 1 }, null],
  ['nearly all of it', { x: 0, y: 0, width: 1, height: 0.95 }, null],
  ['of no size', { x: 0.5, y: 0.5, width: 0, height: 0 }, null],
  ['at the very edge', { x: 1, y: 0.5, width: 0.2, height: 0.2 }, null],
  ['in pixels', { x: 100, y: 200, width: 300, height: 40 }, null],
  ['before it', { x: -0.5, y: 0, width: 0.4, height: 0.1 }, null],
  ['no number', { x: Number.NaN, y: 0, width: 0.4, height: 0.1 }, null],
])('an area %s is cut to the screenshot, or null', (_, area, expected) => {
  const found = toFinding({ ...slip, area }, asked, whole, shot)?.area ?? null;
  if (expected === null) expect(found).toBeNull();
  else for (const side of ['x', 'y', 'width', 'height'] as const) expect(found?.[side]).toBeCloseTo(expected[side]);
});

test('a place in a part of the screenshot is converted to a place on the screenshot', () => {
  const [, second] = partsOf({ width: 1000, height: 3000 });
  if (second === undefined) throw new Error('It has one part.');
  expect(second).toEqual({ x: 0, y: 1500, width: 1000, height: 1500 });
  const found = toFinding({ ...slip, area: { x: 0, y: 0.5, width: 0.1, height: 0.1 } }, asked, second, {
    ...shot,
    width: 1000,
    height: 3000,
  });
  expect(found?.area?.y).toBeCloseTo(0.75);
  expect(found?.area?.height).toBeCloseTo(0.05);
});

test.each([
  [1440, 900, 1],
  [780, 1568, 1],
  [780, 1569, 2],
  [1440, 6000, 4],
  [390, 60_000, 4],
  [6000, 400, 1],
  [1, 1, 1],
])('%i × %i pixels are shown in %i parts that cover them, each inside', (width, height, count) => {
  const parts = partsOf({ width, height });
  expect(parts).toHaveLength(count);
  let reached = 0;
  for (const part of parts) {
    expect(part.y).toBeLessThanOrEqual(reached);
    expect(part.height).toBeGreaterThan(0);
    reached = part.y + part.height;
    expect(reached).toBeLessThanOrEqual(height);
  }
  expect(reached).toBe(height);
});

const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
const far = { x: 0.7, y: 0.7, width: 0.2, height: 0.1 };
const small = { x: 0.12, y: 0.12, width: 0.05, height: 0.02 };
const finding = (more: Partial<Finding>): Finding => ({
  ...{ rule: 'spelling', severity: 'polish', body: 'b', area: box, others: [], foundBy: 'model', weight: 0.5 },
  ...more,
});
const computed = (rule: string, area: Finding['area'] = box): Finding =>
  finding({ rule, area, foundBy: 'rule', weight: 0.8 });

test.each<[string, Finding, Finding, boolean]>([
  ['the same rule at the same place', computed('low-contrast'), finding({ rule: 'low-contrast' }), false],
  ['the same rule elsewhere', computed('low-contrast'), finding({ rule: 'low-contrast', area: far }), false],
  ['the same rule at no place', computed('low-contrast'), finding({ rule: 'low-contrast', area: null }), false],
  ['a like rule inside it', computed('garbled-text'), finding({ area: small }), false],
  ['a like rule elsewhere', computed('garbled-text'), finding({ area: far }), true],
  ['another rule at the very place', computed('low-contrast'), finding({}), false],
  ['another rule inside it', computed('low-contrast'), finding({ area: small }), true],
  ['another rule elsewhere', computed('low-contrast'), finding({ area: far }), true],
])('next to a computed finding, %s: the computed finding stays', (_, one, said, stands) => {
  expect(mergeModel([one], [said])).toEqual(stands ? [one, said] : [one]);
});

test('a model has few findings per screenshot, the weightiest first, at most two per rule and one per place', () => {
  const twice = [finding({ weight: 0.4 }), finding({ weight: 0.6 }), finding({ area: small, weight: 0.5 })];
  expect(mergeModel([], twice)).toEqual([twice[1]]);
  expect(mergeModel([], [finding({ area: null }), finding({ area: null })])).toHaveLength(1);
  const places = [0, 0.2, 0.4, 0.6, 0.8].map((y) => finding({ area: { ...box, y } }));
  expect(mergeModel([], places)).toHaveLength(2);
  const many = places.map((each, at) => ({ ...each, rule: modelRules[at]?.id ?? '', weight: 0.6 - at / 100 }));
  expect(mergeModel([], many)).toEqual(many.slice(0, 4));
  expect(mergeModel([computed('low-contrast', far)], [])).toHaveLength(1);
});

test('the model’s rules have complete sentences and unique ids', () => {
  const ids = [...rules, ...modelRules].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title, checks, why, fails, passes, types, like } of modelRules) {
    expect(ids).toEqual(expect.arrayContaining([...like]));
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(title.length).toBeLessThanOrEqual(40);
    for (const sentence of [checks, why, fails, passes]) expect(sentence).toMatch(/^[A-Z].*[.”]$/);
    expect(types.length).toBeGreaterThan(0);
  }
});

test('a model is asked for visible faults, by the type of the review, without rules that are off', () => {
  for (const type of ['ui', 'website', 'presentation', 'email'] as const) {
    const ids = rulesToAsk(type, 'image', new Set(['spelling'])).map(({ id }) => id);
    expect(ids).toContain('misaligned');
    expect(ids).not.toContain('spelling');
    for (const id of ['missing-title', 'page-language', 'image-without-alt', 'blank-picture'])
      expect(ids).not.toContain(id);
  }
  const ids = asked.map(({ id }) => id);
  expect(ids).toContain('text-overlap');
  // These are measured on pages, and judged by the model only where there is nothing but an image.
  for (const id of ['low-contrast', 'tiny-text', 'blurred-image']) expect(ids).not.toContain(id);
  expect(rulesToAsk('ui', 'image', new Set()).map(({ id }) => id)).toContain('blurred-image');
  expect(rulesToAsk('email', 'email', new Set()).map(({ id }) => id)).not.toContain('unlabelled-chart');
});

const openai = { VISION_PROVIDER: 'openai', VISION_MODEL: 'm', VISION_API_KEY: 'k' };
test('by default there is no model; one is set by its provider, name and key', () => {
  expect(readConfig({}).vision).toBeNull();
  expect(readConfig({ VISION_PROVIDER: '', VISION_MODEL: '' }).vision).toBeNull();
  expect(readConfig(openai).vision).toEqual({
    ...{ provider: 'openai', model: 'm', apiKey: 'k', url: null },
    ...{ timeoutSeconds: 45, shotsPerDay: 200, maxTokens: 4_000 },
  });
  const local = { VISION_PROVIDER: 'compatible', VISION_MODEL: 'm', VISION_URL: 'http://localhost:11434/v1/' };
  expect(readConfig(local).vision).toMatchObject({ apiKey: null, url: 'http://localhost:11434/v1' });
});

const secret = 'sk-1234567890 with a space';
test.each<[Record<string, string>, RegExp]>([
  [{ VISION_MODEL: 'm' }, /^VISION_PROVIDER must be set when VISION_MODEL is\.$/],
  [
    { VISION_API_KEY: 'k', VISION_URL: 'http://localhost' },
    /^VISION_PROVIDER must be set when VISION_API_KEY and VISION_URL are\.$/,
  ],
  [{ VISION_PROVIDER: 'openai', VISION_API_KEY: 'k' }, /^VISION_MODEL must be set/],
  [{ VISION_PROVIDER: 'google', VISION_MODEL: 'm' }, /^VISION_API_KEY must be set when VISION_PROVIDER is google\.$/],
  [{ VISION_PROVIDER: 'compatible', VISION_MODEL: 'm' }, /^VISION_URL must be set/],
  [{ ...openai, VISION_PROVIDER: 'mistral' }, /^VISION_PROVIDER must be /],
  [{ ...openai, VISION_URL: 'ftp://localhost' }, /^VISION_URL must be an address/],
  [
    { ...openai, VISION_URL: `https://user:sk-1234567890@localhost/v1` },
    /^VISION_URL must not hold a user or password/,
  ],
  [{ ...openai, VISION_URL: 'https://localhost/v1?key=sk-1234567890' }, /^VISION_URL must end with a path/],
  [{ ...openai, VISION_API_KEY: secret }, /^VISION_API_KEY must be letters/],
  [{ ...openai, VISION_TIMEOUT_SECONDS: '51' }, /^VISION_TIMEOUT_SECONDS must be /],
  [{ ...openai, VISION_TIMEOUT_SECONDS: '0' }, /^VISION_TIMEOUT_SECONDS must be /],
  [{ ...openai, VISION_SHOTS_PER_DAY: '-1' }, /^VISION_SHOTS_PER_DAY must be /],
  [{ ...openai, VISION_MAX_TOKENS: '10' }, /^VISION_MAX_TOKENS must be /],
])('the configuration %j is refused without repeating the key', (environment, words) => {
  let said = '';
  try {
    readConfig(environment);
  } catch (error) {
    said = error instanceof Error ? error.message : '';
  }
  expect(said).toMatch(words);
  expect(said).not.toContain('sk-1234567890');
});
