import { wholeDeck } from '../document.ts';
import { type Base, type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';

const harbour = await photo('sea', 1600, 1000, 2);

const annual: Base = {
  name: 'annual report',
  type: 'presentation',
  html: wholeDeck(
    `section{font-family:"DejaVu Sans";background:#0d2b45;color:#f4f7fa;padding:52px 64px}h1{font-size:54px;line-height:1.15;margin:110px 0 14px}h2{font-size:36px;margin:0 0 28px}p,li{font-size:24px;line-height:1.5;margin:0 0 10px}.bars{display:flex;gap:48px;align-items:flex-end;height:260px}.bar{width:120px;background:#f2b84b;color:#0d2b45;font-size:24px;font-weight:700;padding:8px;text-align:center}.pair{display:grid;grid-template-columns:1fr 1fr;gap:40px}.pair img{width:100%;height:300px;object-fit:cover;display:block}`,
    [
      '<h1>Port of Aarle in 2025</h1><p>Annual report to the council</p>',
      '<h2>More ships, shorter waits</h2><div class="bars"><div class="bar" style="height:120px">412</div><div class="bar" style="height:170px">506</div><div class="bar" style="height:240px">588</div></div><p class="axis">Arrivals in 2023, 2024 and 2025</p>',
      `<h2>The new north quay</h2><div class="pair"><img src="${harbour}" alt="The quay at dawn"><ul><li>Opened on 2 May</li><li>Two berths, 180 metres each</li><li>Power from the shore</li></ul></div>`,
      '<h2>What we ask of you</h2><ul><li>Dredging in spring: € 1.4 million</li><li>One more pilot from September</li><li>A decision by the end of March</li></ul>',
    ],
  ),
};

const lecture: Base = {
  name: 'lecture',
  type: 'presentation',
  html: wholeDeck(
    `section{font-family:"Liberation Serif";background:#fffdf6;color:#2c2418;padding:48px 72px}h1{font-size:58px;margin:130px 0 10px}h2{font-size:40px;margin:0 0 24px;color:#7c2d12}p,li{font-size:27px;line-height:1.45;margin:0 0 12px}blockquote{font-size:32px;line-height:1.4;margin:40px 0 16px;border-left:6px solid #7c2d12;padding-left:28px}`,
    [
      '<h1>How letters travelled</h1><p>Lecture 3: the post of Thurn and Taxis</p>',
      '<h2>Riders and relays</h2><ul><li>A fresh horse every fifteen miles</li><li>Brussels to Innsbruck in five and a half days</li><li>The hour written on every packet</li></ul>',
      '<h2>A merchant complains</h2><blockquote>“Your rider came on Friday, and the fair was over on Thursday.”</blockquote><p>Nuremberg, 1544</p>',
      '<h2>For next week</h2><p>Read chapter four, and bring one letter of your own family.</p>',
    ],
  ),
};

const minutes =
  'In the third quarter the harbour office measured the waiting time of every ship that arrived between the lock and the northern basin, and it found that the time between the first call and the moment at which the pilot came aboard had fallen by almost a third, although the number of arrivals had risen, which the office explains with the new berths, with the second pilot boat, with the agreement with the lock keepers about the night shift, and with the dry summer; it also found that smaller ships still wait longer than larger ones, that this is felt to be unfair by the owners of the smaller ones, and that nobody has so far proposed anything that would change it without making the larger ones wait.';

export const deckCases: readonly Case[] = [
  shoot('lecture, as it should be', lecture, 'slide'),
  shoot(
    'annual report, the night before',
    annual,
    'slide',
    {
      name: 'axis in the colour of the ground',
      rules: theme.contrast,
      at: '#s2 .axis',
      css: '#s2 .axis{color:#3c5873}',
    },
    {
      name: 'picture from the web page',
      rules: theme.blurred,
      at: '#s3 img',
      swap: [[`<img src="${harbour}"`, `<img src="${await photo('sea', 130, 90, 2)}"`]],
    },
    {
      name: 'minutes pasted onto a slide',
      rules: ['wordy-slide'],
      at: null,
      slide: 4,
      css: '#s4 p{font-size:17px;line-height:1.4}#s4 ul{margin:0;padding-left:20px}#s4 li{font-size:17px;margin:0}',
      swap: [['<h2>What we ask of you</h2>', `<h2>What we ask of you</h2><p>${minutes}</p>`]],
      also: theme.small,
    },
  ),
  shoot(
    'lecture, patched together',
    lecture,
    'slide',
    {
      name: 'four typefaces',
      rules: ['too-many-fonts'],
      at: null,
      slide: 2,
      css: '#s2 h2{font-family:"DejaVu Sans"}#s2 li:nth-child(1){font-family:"Liberation Mono"}#s2 li:nth-child(2){font-family:"DejaVu Serif"}#s2 li:nth-child(3){font-family:"Liberation Sans Narrow"}',
      also: ['inconsistent-titles'],
    },
    {
      name: 'a source nobody can read',
      rules: theme.small,
      at: '#s3 .from',
      css: '#s3 .from{font-size:8px}',
      swap: [
        [
          '<p>Nuremberg, 1544</p>',
          '<p class="from">Letter of Hans Imhoff to the postmaster of Nuremberg, 3 October 1544, city archive, found again in 1981</p>',
        ],
      ],
    },
    {
      name: 'task runs off the slide',
      rules: ['text-near-edge', 'text-cut-off', 'cut-off-edge'],
      at: '#s4 p',
      css: '#s4 p{position:absolute;left:30px;right:30px;bottom:2px;margin:0}',
    },
  ),
  shoot(
    'annual report, unfinished',
    annual,
    'slide',
    {
      name: 'slide with a heading and nothing else',
      rules: ['empty-slide', ...theme.leftIn],
      at: null,
      slide: 4,
      swap: [
        [
          '<ul><li>Dredging in spring: € 1.4 million</li><li>One more pilot from September</li><li>A decision by the end of March</li></ul>',
          '',
        ],
      ],
    },
    {
      name: 'words of the template',
      rules: theme.leftIn,
      at: '#s1 p',
      swap: [['<p>Annual report to the council</p>', '<p>Click to add subtitle</p>']],
    },
    {
      name: 'heading over the bars',
      rules: theme.overlap,
      at: '#s2 h2, #s2 .over',
      css: '#s2 .over{position:absolute;top:60px;left:90px;font-size:30px}',
      swap: [
        [
          '<h2>More ships, shorter waits</h2>',
          '<h2>More ships, shorter waits</h2><p class="over">Arrivals of sea-going ships</p>',
        ],
      ],
    },
  ),
];
