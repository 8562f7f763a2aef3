import { expect, it, test } from 'vitest';
import { callInPage } from '../../server/capture/in-page.ts';
import { contextOptions, viewports } from '../../server/capture/index.ts';
import { testBrowser } from '../support/browser.ts';
import { captureSite } from './support/capture.ts';

const full = 'style="width:1440px;height:900px';
const each = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const deck = each(5, (at) => `<section ${at === 0 ? '' : 'hidden'} style="height:100vh">Slide ${at}</section>`);

it.each([
  ['sections of which one is displayed', deck, { shown: 1, all: 5 }],
  [
    'a strip that is pushed sideways',
    `<div style="display:flex;width:7200px;transform:translateX(-1440px)">${each(5, () => `<div class="slide" ${full}">A</div>`)}</div>`,
    { shown: 1, all: 5 },
  ],
  [
    'slides that fade',
    each(4, (at) => `<div class="slide s${at}" ${full};position:absolute;opacity:${at === 2 ? 1 : 0}"><img></div>`),
    { shown: 1, all: 4 },
  ],
  [
    'slides smaller than their stage',
    `<div ${full}">${each(4, (at) => `<section ${at === 1 ? '' : 'hidden'}>A</section>`)}</div>`,
    { shown: 1, all: 4 },
  ],
  [
    'closed dialogs beside the page',
    `<div class="app" ${full}">A</div>${each(3, () => '<div class="dialog" hidden>B</div>')}`,
    null,
  ],
  [
    'slides in a form with a field called children',
    `<form><input name="children">${deck}</form>`,
    { shown: 1, all: 5 },
  ],
  ['sections one below the other', each(5, () => `<section ${full}">A</section>`), null],
  [
    'parts that fade in where they are',
    each(5, (at) => `<div class="card" ${full};opacity:${at < 2 ? 1 : 0}">A</div>`),
    null,
  ],
  ['small tabs', each(4, (at) => `<section ${at === 0 ? '' : 'hidden'} style="height:200px">A</section>`), null],
  ['empty boxes', `<section ${full}">A</section>${each(4, () => '<section hidden></section>')}`, null],
])('slides are counted when they replace each other on the screen: %s', async (_, body, expected) => {
  const browser = await testBrowser();
  const found = await browser.withContext(
    (version) => contextOptions({ viewport: viewports.desktop }, version),
    async (context) => {
      const page = await context.newPage();
      await page.setContent(`<!doctype html><body style="margin:0">${body}`);
      return page.evaluate(callInPage('findSlides', { width: 1_440, height: 4_500 }));
    },
  );
  expect(found).toEqual(expected);
});

test('a capture reports how many slides it does not show', async () => {
  const { notices } = await captureSite(`<!doctype html><body style="margin:0">${deck}`);
  expect(notices).toEqual(['The page shows 1 of 5 slides or views; the other 4 are hidden.']);
});
