import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { WorkPacket } from '../../../server/contract/work-packet.ts';
import { setDeclaration } from '../../demo/agent/css.ts';
import { chooseFix, declined, lost, nothingFurther } from '../../demo/agent/rules.ts';
import { summarize } from '../../demo/run-demo.ts';
import { newPin } from '../../github/app/support/review.ts';

const desktop = { name: 'desktop', width: 1440, height: 900, scale: 1 };
const phone = { name: 'mobile', width: 390, height: 844, scale: 2 };

type Element = NonNullable<WorkPacket['element']>;

const element = (html: string, x: number, width: number, styles: Record<string, string> = {}): Element => ({
  selectors: [{ selector: 'main *', matches: 1 }],
  tag: html.match(/^<(\w+)/)?.[1] ?? '',
  role: null,
  accessible_name: null,
  text: html.replace(/<[^>]*>/g, ''),
  outer_html: html,
  box: { x, y: 490, width, height: 57 },
  styles,
});

const pale = { color: 'rgb(251, 233, 221)', 'background-color': 'rgb(240, 207, 184)' };
const dark = { color: 'rgb(255, 255, 255)', 'background-color': 'rgb(168, 79, 38)' };
const link = '<a class="button button-primary" href="/pricing/">Start with a free bag</a>';
const button = { path: '/', viewport: desktop, element: element(link, 160, 216, pale) };
const fixedButton = { ...button, element: element(link, 160, 216, dark) };
const lead = element('<p class="lead">We buy from eleven farms …</p>', 160, 545, { color: 'rgb(90, 102, 100)' });
const paragraph = { path: '/', viewport: desktop, element: lead };
const article = '<article class="plan plan-featured"><h2>Household</h2></article>';
const card = { path: '/pricing/', viewport: phone, element: element(article, 20, 460) };
const inCard = { path: '/pricing/', viewport: phone, element: element('<li>2 × 250 g</li>', 54, 392) };
const fittingCard = { path: '/pricing/', viewport: phone, element: element(article, 20, 350) };
const desktopCard = { path: '/pricing/', viewport: desktop, element: element(article, 540, 360) };
const nothing = { path: '/', viewport: desktop, element: null };

const packet = (body: string, on: Omit<typeof nothing, 'element'> & { element: Element | null }): WorkPacket =>
  newPin({
    body,
    screenshot: null,
    box_px: null,
    page_url: `https://preview.test${on.path}`,
    viewport: on.viewport,
    element: on.element,
  });
const css = await readFile(join(import.meta.dirname, '../../demo/site/styles/site.css'), 'utf8');

function changedLines(wanted: WorkPacket): string[] {
  const choice = chooseFix(wanted);
  if (!('fix' in choice)) return [];
  const before = css.split('\n');
  const after = choice.fix.apply(css).split('\n');
  return after.filter((line, index) => line !== before[index]).map((line) => line.trim());
}

describe('fixes what the agent measured and the reviewer named', () => {
  test.each([
    ['This button is too pale: its text has hardly any contrast.', button],
    ['I cannot read this', button],
    ['Make it darker', button],
  ])('%s', (body, on) => {
    expect(changedLines(packet(body, on))).toEqual(['background: #a84f26;', 'color: #ffffff;']);
    expect(chooseFix(packet(body, on))).toMatchObject({
      fix: { note: 'I made this button darker and its text white: contrast 5.5 to 1 instead of 1.2 to 1.' },
    });
  });
  test.each([
    ['The highlighted plan is wider than the phone, so the page scrolls sideways.', card],
    ['The Household card is cut off on my phone', card],
    ['does not fit', inCard],
  ])('%s', (body, on) => {
    expect(changedLines(packet(body, on))).toEqual(['width: auto;']);
  });
});

describe('changes nothing and says what it can do', () => {
  test.each([
    ['This paragraph has hardly any contrast, I cannot read the button', paragraph],
    ['Could the tone be warmer?', paragraph],
    ['Could the tone be warmer?', button],
    ['This button is too small to read', button],
    ['The contrast is fine, but move the button', button],
    ['I like the highlighted plan', button],
    ['This is hard to read', fixedButton],
    ['The highlighted plan is hard to read', card],
    ['Too wide', fittingCard],
    ['Too wide', desktopCard],
    ['This button is too pale', nothing],
  ])('%s', (body, on) => {
    expect(chooseFix(packet(body, on))).toEqual({ declined });
  });

  test.each(['uncertain', 'element_removed'] as const)('leaves a mark whose position is %s', (position) => {
    const wanted = { ...packet('I cannot read this', button), position };
    expect(chooseFix(wanted)).toEqual({ declined: lost });
    expect(chooseFix({ ...wanted, status: 'reopened' })).toEqual({ declined: lost });
  });

  test('leaves a reopened mark whose only known fix has been made', () => {
    const again = { ...packet('I cannot read this', fixedButton), status: 'reopened' };
    expect(chooseFix(again)).toEqual({ declined: nothingFurther });
  });
});

test('a declaration that no rule contains is an error', () => {
  expect(() => setDeclaration(css, '.nowhere', 'color', 'red')).toThrow('No rule ".nowhere" sets color.');
});

test('the demo’s summary says in words what became of each check and mark', () => {
  const lines: string[] = [];
  const mark = { label: '/ · desktop', body: 'Too pale', area_changed: true };
  summarize(
    [
      {
        scene: 'ci',
        title: 'Warmer buttons',
        checks: ['failure', 'success'],
        marks: [
          { ...mark, id: 1, status: 'verified', before: 'text contrast 1.2 to 1', after: 'text contrast 5.5 to 1' },
          { ...mark, id: 2, status: 'resolved' },
          { ...mark, id: 3, status: 'open', label: null },
        ],
      },
    ],
    (line) => lines.push(line),
  );
  expect(lines.slice(1)).toEqual([
    'Scene 1, “Warmer buttons”: the check failed, then passed.',
    '  Mark 1 on “/ · desktop”: verified. Before: text contrast 1.2 to 1; after: text contrast 5.5 to 1',
    '  Mark 2 on “/ · desktop”: fixed by the agent, not verified',
    '  Mark 3: still open',
  ]);
});
