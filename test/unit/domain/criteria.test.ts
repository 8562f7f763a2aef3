import { expect, test } from 'vitest';
import { type Measured, measure } from '../../../server/domain/mark/criteria.ts';

const button = (more: Partial<Measured> = {}): Measured => ({
  ...{ tag: 'button', role: 'button', accessible_name: 'Pay', text: 'Pay', box: { x: 0, y: 0, width: 80, height: 32 } },
  styles: { color: 'rgb(255, 255, 255)', 'background-color': 'rgb(0, 0, 0)', 'font-size': '14px' },
  ...more,
});
const pale = button({ styles: { color: 'rgb(170, 170, 170)', 'background-color': 'rgb(255, 255, 255)' } });

test('an element without fault has no criteria', () => {
  expect(measure(null, button())).toEqual([]);
  expect(measure(null, null)).toEqual([]);
});

test('an image needs a name, unless it is decorative', () => {
  const image = button({ tag: 'img', text: '', accessible_name: null, styles: {} });
  expect(measure(null, { ...image, role: 'img' }).map(({ rule }) => rule)).toEqual(['an accessible name']);
  expect(measure(null, { ...image, role: 'presentation' })).toEqual([]);
});

test('contrast is measured where the element has a background of its own', () => {
  expect(measure(null, pale)).toEqual([{ rule: 'contrast ≥ 4.5', holds: false, now: '2.32' }]);
  expect(measure(null, button({ styles: { color: 'rgb(170, 170, 170)' } }))).toEqual([]);
});

test('large text needs less contrast', () => {
  const grey = { color: 'rgb(140, 140, 140)', 'background-color': 'rgb(255, 255, 255)' };
  expect(measure(null, button({ styles: { ...grey, 'font-size': '24px' } }))).toEqual([]);
  expect(measure(null, button({ styles: { ...grey, 'font-size': '20px', 'font-weight': '700' } }))).toEqual([]);
  expect(measure(null, button({ styles: { ...grey, 'font-size': '20px' } }))).toHaveLength(1);
});

test('what is pressed has a size and a name, and letters a size', () => {
  const tiny = button({ box: { x: 0, y: 0, width: 20, height: 18 }, accessible_name: null, text: '' });
  expect(measure(null, tiny).map(({ rule, now }) => `${rule}: ${now}`)).toEqual([
    'size ≥ 24 × 24 px: 20 × 18 px',
    'an accessible name: none',
  ]);
  expect(measure(null, button({ styles: { 'font-size': '10px' } }))).toEqual([
    { rule: 'font size ≥ 12 px', holds: false, now: '10 px' },
  ]);
  // A link in a sentence is as tall as its line.
  expect(measure(null, button({ tag: 'a', role: 'link', box: tiny.box }))).toEqual([]);
});

test('the next pass tells which of them hold now, also when the element is gone', () => {
  expect(measure(pale, button())).toEqual([{ rule: 'contrast ≥ 4.5', holds: true, now: '21.00' }]);
  expect(measure(pale, pale)[0]).toMatchObject({ holds: false });
  expect(measure(pale, null)).toEqual([{ rule: 'contrast ≥ 4.5', holds: null, now: null }]);
  // What it did not lack before is no criterion.
  expect(measure(button(), pale)).toEqual([]);
});
