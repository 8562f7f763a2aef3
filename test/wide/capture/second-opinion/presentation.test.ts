import { describe, expect, test } from 'vitest';
import { exampleImage } from '../../../../server/checklist/rules/example-images.ts';
import { runRules } from '../../../../server/checklist/run-rules.ts';
import { openStage } from '../../../capture/second-opinion/support/stage.ts';

const stage = await openStage();

// A slide is 960 × 540 CSS pixels here, which equal the points of a slide 13.33 in wide.
const style = `<style>section{width:960px;height:540px;position:relative;overflow:hidden;box-sizing:border-box;break-after:page}
  h1{position:absolute;left:54px;top:36px;margin:0;font-size:34px;width:850px}
  .body{position:absolute;left:54px;top:112px;width:850px;font-size:22px;line-height:1.4}
  .foot{position:absolute;left:54px;right:54px;top:512px;font-size:10px;color:#9aa4ae}
  .source{position:absolute;left:54px;top:480px;font-size:10px}</style>`;

const words = (count: number): string =>
  Array.from({ length: count }, (_, at) => ['van', 'parcel', 'depot', 'road'][at % 4]).join(' ');
const bars = `<svg width="850" height="340" style="position:absolute;left:54px;top:120px">${[60, 120, 90, 200, 260, 310]
  .map(
    (tall, at) =>
      `<rect x="${at * 140}" y="${330 - tall}" width="90" height="${tall}" fill="#134074"/><text x="${at * 140 + 20}" y="${322 - tall}" font-size="11">${tall}</text>`,
  )
  .join('')}</svg>`;

async function findingsOf(slides: readonly string[], font = 'Liberation Sans'): Promise<string[][]> {
  const html = `${style}<body style="font-family:'${font}'">${slides.map((slide) => `<section>${slide}</section>`).join('')}</body>`;
  const shown = await stage.show({ as: 'slide', html }, 'presentation');
  expect(shown).toHaveLength(slides.length);
  return shown.map(({ scene }) => runRules(scene, new Set()).map(({ rule, body }) => `${rule}: ${body}`));
}

const idsOf = (found: readonly string[]): string[] => found.map((each) => each.replace(/:.*/s, ''));

const foot = (number: number): string => `<div class="foot">Acme Logistics · Confidential · ${number}</div>`;
const plain = (title: string, number: number): string =>
  `<h1>${title}</h1><div class="body"><ul><li>Forty vans leave before eight</li><li>One in ten comes back late</li></ul></div>${foot(number)}`;

test('a presentation that a designer would accept has no findings', async () => {
  const tidy = [
    '<div style="background:linear-gradient(120deg,#0b2545,#134074);width:960px;height:540px"></div><h1 style="top:200px;font-size:54px;color:#fff">Half-year review</h1><p style="position:absolute;left:54px;top:280px;color:#cfe0f5;font-size:22px">Operations, June</p>',
    plain('Agenda', 2),
    '<div style="background:#134074;width:960px;height:540px"></div><h1 style="top:230px;font-size:46px;color:#fff">Where we stand</h1>',
    `<h1>Parcels grew by a third</h1>${bars}<div class="source">Source: own books, January to August</div>${foot(4)}`,
    `<h1>Costs by depot</h1><div class="body"><table style="width:100%">${['Harbour', 'North', 'South'].map((name, at) => `<tr><td>${name}</td><td>€ ${41 - at},000</td><td>€ ${66 - at},100</td></tr>`).join('')}</table></div>${foot(5)}`,
    `<img src="${exampleImage(1280, 720)}" style="position:absolute;left:0;top:0;width:960px;height:540px"><div style="position:absolute;left:0;top:400px;width:960px;height:140px;background:#000c"></div><p style="position:absolute;left:54px;top:420px;color:#fff;font-size:36px">The new hall</p><p style="position:absolute;right:8px;top:514px;margin:0;color:#ddd;font-size:9px">Photo: A. Person</p>`,
    `<h1>What customers say</h1><div class="body" style="font:italic 28px 'Liberation Sans'">“It came an hour early, and the driver knew my name.”</div>${foot(7)}`,
    `<h1>How a parcel is booked</h1><div class="body"><pre style="font:18px 'Liberation Mono'">POST /parcels { "to": "Harbour {{depot}}" }</pre>One request, one label.</div>${foot(8)}`,
    `<h1>What comes next: two more depots in spring, and a third in the autumn</h1><div class="body" style="top:150px">Sign the lease, order the machine, hire twelve drivers.</div>${foot(9)}`,
    '<div style="position:absolute;left:640px;top:120px;font:bold 300px Liberation Sans;color:#f0f0f0">2</div><h1 style="top:230px;font-size:46px">What it costs</h1>',
    `<h1>References</h1><div class="body" style="font-size:11px">${Array.from({ length: 7 }, (_, at) => `<p>[${at}] Author, A. and Writer, B.: On the growth of parcels in towns of middle size. Journal of Streets, 201${at}.</p>`).join('')}</div>${foot(11)}`,
    '<h1 style="top:230px;text-align:center;font-size:46px">Thank you</h1>',
  ];
  const found = await findingsOf(tidy);
  console.log(`${tidy.length} tidy slides: ${found.flat().length} findings`);
  expect(found).toEqual(tidy.map(() => []));
});

describe('one fault on a slide is found there', () => {
  const pale =
    '<div style="opacity:.3;position:absolute;left:54px;top:300px;font-size:22px">Half transparent as a group</div>';
  const cases: [string, string, string[]][] = [
    ['76 words', `<h1>Why</h1><div class="body">${words(76)}</div>`, ['wordy-slide']],
    ['75 words', `<h1>Why</h1><div class="body">${words(75)}</div>`, []],
    [
      '75 words and code',
      `<h1>Why</h1><div class="body">${words(60)}<pre style="font:16px 'Liberation Mono';white-space:pre-wrap">${words(40)}</pre></div>`,
      [],
    ],
    [
      'a sentence in 11 pt',
      '<h1>Why</h1><div class="body">Rent <p style="font-size:11px">Counted without those that came back</p></div>',
      ['small-slide-text'],
    ],
    [
      'a sentence in 12 pt',
      '<h1>Why</h1><div class="body">Rent <p style="font-size:12px">Without those that nobody came home for</p></div>',
      [],
    ],
    ['a label in 9 pt', '<h1>Why</h1><div class="body">Rent <p style="font-size:9px">Harbour depot</p></div>', []],
    [
      'a source in 9 pt',
      '<h1>Why</h1><div class="body">Rent <p style="font-size:9px">Source: our own books of the last two years</p></div>',
      [],
    ],
    [
      'pale words within a line',
      '<h1>Why</h1><div class="body">Rent is <span style="color:#ccc">by far the most</span></div>',
      ['slide-low-contrast'],
    ],
    [
      'words in a pale group',
      `<h1>Why</h1><div class="body">Rent is by far the most</div>${pale}`,
      ['slide-low-contrast'],
    ],
    [
      'grey words on an image',
      `<img src="${exampleImage(1280, 720)}" style="position:absolute;left:0;top:0;width:960px;height:540px"><p style="position:absolute;left:54px;top:150px;font-size:24px;color:#b9d2ee">The new hall in the harbour</p>`,
      ['slide-low-contrast'],
    ],
    [
      'heavy letters on a dark ground',
      '<div style="background:#363d46;width:960px;height:540px"></div><h1 style="color:#fff">Why</h1><div class="body" style="color:#a9e023"><b style="font-size:40px">BSD</b> and <b>7</b></div>',
      [],
    ],
    [
      'a text at the left edge',
      '<h1>Why</h1><div class="body">Rent</div><p style="position:absolute;left:6px;top:300px;font-size:20px">By far the most</p>',
      ['text-near-edge'],
    ],
    [
      'a line that leaves the slide',
      '<h1>Why</h1><div class="body">Rent</div><p style="position:absolute;left:54px;top:300px;margin:0;font-size:30px;transform:translateY(218px)">By far the most</p>',
      ['text-near-edge'],
    ],
    [
      'words that run along an edge',
      '<h1>Why</h1><div class="body">Rent</div><p style="position:absolute;left:4px;top:150px;margin:0;writing-mode:vertical-rl;font-size:14px">Confidential draft</p>',
      [],
    ],
    [
      'a coarse image',
      `<h1>Why</h1><img src="${exampleImage(240, 160)}" style="position:absolute;left:54px;top:120px;width:480px;height:320px">`,
      ['low-resolution-picture'],
    ],
    [
      'a coarse logo',
      `<h1>Why</h1><div class="body">Rent</div><img src="${exampleImage(60, 40)}" style="position:absolute;left:800px;top:400px;width:120px;height:80px">`,
      [],
    ],
    [
      'two lines over each other',
      '<h1>Why</h1><div class="body">Rent<p style="position:absolute;left:0;top:100px;margin:0">The harbour is the cheapest</p><p style="position:absolute;left:30px;top:108px;margin:0">The north is the nearest</p></div>',
      ['text-overlap'],
    ],
    [
      'a line hidden under a box',
      '<h1>Why</h1><div class="body"><p style="position:absolute;left:0;top:100px;margin:0">An older version of this</p><p style="position:absolute;left:0;top:95px;margin:0;background:#eef;padding:6px;width:400px">What is said today instead</p></div>',
      [],
    ],
    [
      'a prompt of the template',
      '<h1>Click to add title</h1><div class="body">Forty vans leave before eight</div>',
      ['placeholder-text'],
    ],
    ['a title alone', `<h1>What customers say</h1>${foot(2)}`, ['empty-slide']],
    ['a question alone', '<h1>What do customers say?</h1>', []],
    ['nothing', '', ['empty-slide']],
  ];
  test('case by case', async () => {
    // The first slide may be a cover, on which some faults are allowed.
    const found = await findingsOf(['<h1 style="top:200px">Cases</h1>', ...cases.map(([, html]) => html)]);
    const told = cases.map(([name], at) => [name, idsOf(found[at + 1] ?? [])]);
    expect(told).toEqual(cases.map(([name, , ids]) => [name, ids]));
  });
});

test('upright pages are documents: their text and sizes are not judged, but unreadable text is reported', async () => {
  const html = `<style>@page{size:600px 800px;margin:0}section{height:800px;padding:40px;box-sizing:border-box;font-size:11px}</style>
    <section><h2>Report</h2><p>${words(300)}</p><p style="color:#ccc">Nobody can read this line of it</p></section>`;
  const [shown] = await stage.show({ as: 'slide', html }, 'presentation');
  expect(shown === undefined ? [] : runRules(shown.scene, new Set()).map(({ rule }) => rule)).toEqual([
    'slide-low-contrast',
  ]);
});

test('a fault on every slide is reported on the first one, and a title that moved on its own slide', async () => {
  const stamp = '<p style="position:absolute;left:2px;top:4px;margin:0;font-size:22px">Draft of May</p>';
  const titles = ['One way', 'Two ways', 'Three ways', 'Four ways', 'Five ways', 'Six ways'];
  const slides = titles.map((title, at) =>
    (at === 4 ? plain(title, at).replace('<h1', '<h1 style="left:110px;top:62px"') : plain(title, at)).concat(stamp),
  );
  const found = (await findingsOf(slides)).map(idsOf);
  expect(found).toEqual([['text-near-edge'], [], [], [], ['inconsistent-titles'], []]);
});

test('repetition on several slides is intended: faded agendas, chapters, a second layout, a template', async () => {
  const steps = ['Rent', 'Vans', 'People'];
  const agenda = steps.map(
    (now) =>
      `<h1>What it costs</h1><div class="body">${steps.map((step) => `<p style="${step === now ? '' : 'color:#ccc'}">${step} and more</p>`).join('')}</div>`,
  );
  const chapters = ['The harbour', 'The north', 'The south'].map((name) => `<h1>${name}</h1>`);
  const stamp =
    '<p style="position:absolute;left:700px;top:14px;margin:0;color:#bbb;font-size:15px">Half-year review</p>';
  const others = [...'ABCDEFGHI'].map((letter, at) => plain(`Way ${letter}`, at) + stamp);
  const layout = ['East', 'West', 'South'].map((title, at) => plain(title, at).replace('<h1', '<h1 style="top:60px"'));
  const found = await findingsOf([
    '<h1 style="top:200px">Costs</h1>',
    ...agenda,
    ...chapters,
    ...others,
    ...others,
    ...layout,
  ]);
  expect(found.flat()).toEqual([]);
});

test('four font families are reported once per deck, on the slide with most of the rarest family', async () => {
  const fonts = ['Liberation Sans', 'Liberation Serif', 'DejaVu Sans', 'DejaVu Serif'];
  const said = fonts.map(
    (font, at) => `<h1>Ways</h1><div class="body" style="font-family:'${font}'">${words(60 - at * 12)}</div>`,
  );
  const found = (await findingsOf([...said, said[0] ?? ''])).map(idsOf);
  expect(found.flat().filter((id) => id === 'too-many-fonts')).toHaveLength(1);
  expect(found[3]).toEqual(['too-many-fonts']);
});
