import { describe, expect, test } from 'vitest';
import { beforeDeadline, createChecklist } from '../../../server/checklist/check.ts';
import { coveringRules, merge } from '../../../server/checklist/merge.ts';
import type { Scene } from '../../../server/checklist/rule.ts';
import { rules } from '../../../server/checklist/rules/index.ts';
import { areaOf, type Finding, mostImportant, runRules } from '../../../server/checklist/run-rules.ts';
import type { ImageFact, TextFact } from '../../../server/contract/shot-facts.ts';
import { text as anyText, box, facts, image } from '../../capture/second-opinion/support/scene.ts';

const here = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
const inside = { x: 0.12, y: 0.12, width: 0.1, height: 0.05 };
const elsewhere = { x: 0.6, y: 0.6, width: 0.2, height: 0.1 };

const found = (rule: string, more: Partial<Finding> = {}): Finding => ({
  rule,
  severity: 'polish',
  body: rule,
  area: here,
  others: [],
  foundBy: 'rule',
  weight: 0.5,
  ...more,
});
const names = (all: readonly Finding[]) => all.map(({ rule }) => rule);

const text = (words: string, more: Partial<TextFact> = {}): TextFact =>
  anyText(words, { box: box(40, 40, 300, 24), ...more });
const brokenImage = (y: number): ImageFact =>
  image({ box: box(40, y, 200, 100), state: 'broken', naturalWidth: 0, naturalHeight: 0, alt: null });

function scene(texts: TextFact[], images: ImageFact[] = [], distinctShare = 0.4): Scene {
  const measures = { distinctShare, emptyRowsAtEnd: 0 };
  return {
    type: 'website',
    shot: {
      label: 'Desktop',
      width: 1000,
      height: 2000,
      viewport: { name: 'desktop', width: 1000, height: 800, scale: 1 },
      pageNumber: null,
      pageUrl: 'https://shop.example/',
    },
    facts: facts({ texts, images }),
    image: {
      width: 1000,
      height: 2000,
      measures,
      contrast: () => null,
      isFlat: () => false,
      sharpness: () => 1,
      inkAtEdge: () => 0,
    },
    others: [],
  };
}

describe('the area of a finding', () => {
  const shot = { width: 200, height: 100 };
  test('is given as shares of the screenshot, cut at its edges', () => {
    expect(areaOf({ x: 50, y: 25, width: 100, height: 50 }, shot)).toEqual({
      x: 0.25,
      y: 0.25,
      width: 0.5,
      height: 0.5,
    });
    expect(areaOf({ x: -50, y: 50, width: 100, height: 500 }, shot)).toEqual({
      x: 0,
      y: 0.5,
      width: 0.25,
      height: 0.5,
    });
  });
  test('is null when no part of it is on the screenshot', () => {
    expect(areaOf(null, shot)).toBeNull();
    expect(areaOf({ x: 200, y: 0, width: 10, height: 10 }, shot)).toBeNull();
    expect(areaOf({ x: 20, y: 20, width: 0, height: 10 }, shot)).toBeNull();
  });
});

describe('two findings at one place', () => {
  test('become one when one follows from the other', () => {
    const alt = (area: Finding['area']) => [found('image-without-alt', { area }), found('broken-image')];
    expect(names(merge(alt(here)))).toEqual(['broken-image']);
    expect(names(merge(alt(inside)))).toEqual(['broken-image']);
    expect(names(merge(alt(elsewhere)))).toEqual(['image-without-alt', 'broken-image']);
    expect(names(merge(alt(null)))).toEqual(['image-without-alt', 'broken-image']);
  });
  test('both stay when each has to be fixed separately', () => {
    const both = [found('low-contrast'), found('tiny-text')];
    expect(names(merge(both))).toEqual(['low-contrast', 'tiny-text']);
  });
  test('lose what follows from a page that phones shrink, wherever it is', () => {
    const all = [found('not-for-phones', { area: null }), found('tiny-text'), found('low-contrast')];
    expect(names(merge(all))).toEqual(['not-for-phones', 'low-contrast']);
  });
  test('are only covered by rules that exist', () => {
    const known = new Set(rules.map(({ id }) => id));
    expect(coveringRules().filter((rule) => !known.has(rule))).toEqual([]);
    expect(known.size).toBe(rules.length);
  });
});

describe('of all findings', () => {
  test('the six most severe are kept in order, at most two of one rule, without advice', () => {
    const many = ['a', 'b', 'c', 'd'].flatMap((rule, at) =>
      [0.1, 0.2, 0.3].map((more) => found(rule, { weight: 0.6 - at * 0.15 + more, area: null })),
    );
    const chosen = mostImportant(many);
    expect(names(chosen)).toEqual(['a', 'a', 'b', 'b', 'c']);
    expect(chosen.map(({ weight }) => weight)).toEqual(chosen.map(({ weight }) => weight).toSorted((a, b) => b - a));
  });
  test('one piece of advice is shown when there is little else', () => {
    const advice = ['x', 'y'].map((rule) => found(rule, { weight: 0.4, area: null }));
    const clear = found('a', { weight: 0.7, area: elsewhere });
    expect(names(mostImportant(advice))).toEqual(['x']);
    expect(names(mostImportant([...advice, clear]))).toEqual(['a', 'x']);
    expect(names(mostImportant([...advice, clear, found('b', { weight: 0.6 })]))).toEqual(['a', 'b']);
  });

  test('none are made from nothing', () => {
    expect(mostImportant([])).toEqual([]);
  });
});

describe('the rules', () => {
  const greeting = text('Hello and welcome to the shop');
  test('do not count violations below the end of a screenshot that ends early', () => {
    const whole = scene([greeting], [brokenImage(1900), brokenImage(400)]);
    const early = { ...whole, shot: { ...whole.shot, notices: ['cut_below'] } };
    const ends = (of: Scene) => runRules(of, new Set()).filter(({ rule }) => rule === 'broken-image');
    expect(ends(whole)[0]?.others).toHaveLength(1);
    expect(ends(early)[0]?.others).toEqual([]);
  });

  test('report violations of one cause as one finding with their number', () => {
    const bodies = runRules(
      scene(
        [greeting],
        [0, 1, 2, 3].map((at) => brokenImage(200 + at * 150)),
      ),
      new Set(),
    );
    const broken = bodies.filter(({ rule }) => rule === 'broken-image');
    expect(broken).toHaveLength(1);
    expect(broken[0]?.body).toContain('3 more images are missing as well.');
    expect(broken[0]?.others).toHaveLength(3);
    // A missing image produces no further finding, whether or not it is shown.
    expect(bodies.filter(({ rule }) => rule === 'image-without-alt')).toEqual([]);
  });
  test('do not call places alike that break a rule in different ways', () => {
    const words = ['Hello {{name}}', 'NaN', 'TODO: photo of the team'];
    const bodies = runRules(
      scene(words.map((each, at) => text(each, { box: { x: 40, y: 40 + at * 60, width: 300, height: 24 } }))),
      new Set(),
    );
    const found = bodies.filter(({ rule }) => rule === 'placeholder-text');
    expect(found).toHaveLength(2);
    expect(found[1]?.body).toContain('was not filled in. One more place breaks the same rule. ');
  });
  test('report nothing when switched off, and no longer suppress the rules that they cover', () => {
    const bodies = runRules(scene([greeting], [brokenImage(200)]), new Set(['broken-image']));
    expect(names(bodies)).toContain('image-without-alt');
    expect(names(bodies)).not.toContain('broken-image');
  });
  test('report nothing else for a blank image, or for an error in place of a page', () => {
    expect(names(runRules(scene([greeting], [brokenImage(200)], 0), new Set()))).toEqual(['blank-picture']);
    const failed = runRules(scene([text('502 Bad Gateway')], [brokenImage(200)]), new Set());
    expect(names(failed)).toEqual(['error-on-page']);
    expect(names(runRules(scene([text('502 Bad Gateway')], [brokenImage(200)]), new Set(['error-on-page'])))).toContain(
      'broken-image',
    );
  });
  test('apply only to the types that they name', () => {
    const email = { ...scene([greeting], [brokenImage(200)]), type: 'email' as const };
    const wrong = runRules(email, new Set()).filter(
      ({ rule }) => rules.find(({ id }) => id === rule)?.types.includes('email') !== true,
    );
    expect(wrong).toEqual([]);
  });
});

describe('a time limit', () => {
  const plenty = AbortSignal.timeout(60_000);

  test('returns what finishes in time, failures included', async () => {
    expect(await beforeDeadline(plenty, Promise.resolve(7))).toBe(7);
    await expect(beforeDeadline(plenty, Promise.reject(new Error('no such file')))).rejects.toThrow('no such file');
  });
  test('stops waiting for what never finishes', async () => {
    await expect(beforeDeadline(AbortSignal.timeout(1), new Promise(() => {}))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
  test('ends a check whose image is never decoded', async () => {
    const never = () => new Promise<never>(() => {});
    const images = { pixels: never, show: never };
    const checklist = createChecklist({ images, textReader: { read: never }, vision: null });
    const shot = { label: '', width: 1, height: 1, viewport: null, pageNumber: null, pageUrl: null, notices: [] };
    const request = { review: { type: 'ui' as const, title: '', context: null }, shot, image: Buffer.alloc(0) };
    const rest = {
      facts: null,
      others: [],
      off: new Set<string>(),
      claimModel: null,
      deadline: AbortSignal.timeout(1),
    };
    await expect(checklist.check({ ...request, ...rest })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
