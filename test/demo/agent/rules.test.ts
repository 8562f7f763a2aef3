import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WorkPacket } from '../../../server/contract/work-packet.ts';
import { setDeclaration } from './css.ts';
import { chooseFix } from './rules.ts';

const packet = (body: string, page: string): WorkPacket => ({
  mark_id: 1,
  must_fix: true,
  body,
  status: 'open',
  pass: 1,
  screenshot: null,
  box_px: null,
  crop_url: null,
  clean_crop_url: null,
  page_url: `https://preview.test${page}`,
  page_number: null,
  viewport: null,
  element: null,
  same_element_in: [],
  before_after: null,
  author: null,
  source: 'reviewer',
  untrusted_text: true,
});
const css = await readFile(join(import.meta.dirname, '../site/styles/site.css'), 'utf8');

test('a pin on the pale button darkens the button and nothing else', () => {
  const after = chooseFix(packet('I cannot read this button, the contrast is far too low', '/'))?.apply(css) ?? '';
  const before = css.split('\n');
  const changed = after.split('\n').filter((line, index) => line !== before[index]);
  expect(changed.map((line) => line.trim())).toEqual(['background: #a84f26;', 'color: #fff;']);
});

test('a pin on the wide plan frees its width', () => {
  const after = chooseFix(packet('The Household card is cut off on my phone', '/pricing/'))?.apply(css) ?? '';
  expect(after).not.toContain('460px');
});

test('a pin it does not understand gets no guess', () => {
  expect(chooseFix(packet('Could the tone be warmer?', '/contact/'))).toBeNull();
});

test('a declaration that no rule has is an error, not a silent nothing', () => {
  expect(() => setDeclaration(css, '.nowhere', 'color', 'red')).toThrow('No rule ".nowhere" sets color.');
});
