import { wholeDeck } from '../document.ts';
import { type Base, type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';

const roof = await photo('hills', 1500, 1000, 9);

const pitch: Base = {
  name: 'pitch',
  type: 'presentation',
  html: wholeDeck(
    `section{font-family:"Liberation Sans";background:#fff;color:#1b1f27;padding:56px 64px}h1{font-size:60px;line-height:1.1;margin:120px 0 16px}h2{font-size:38px;margin:0 0 28px}p,li{font-size:26px;line-height:1.45;margin:0 0 12px}.two{display:grid;grid-template-columns:1fr 1fr;gap:36px}.two img{width:100%;height:310px;object-fit:cover;display:block}.number{font-size:96px;font-weight:700;color:#0a5c4f;margin:30px 0 0;line-height:1.1}`,
    [
      '<h1>Roofs that pay rent</h1><p>Sunlease, spring round 2026</p>',
      `<h2>The roof is already there</h2><div class="two"><div><p class="lead">We rent flat roofs and run the panels on them.</p><p>The owner pays nothing and gets a share.</p></div><img src="${roof}" alt="A roof with panels"></div>`,
      '<h2>Where we stand</h2><p class="number">214 roofs</p><p class="under">in eleven towns, up from 38 a year ago</p>',
      '<h2>What we need</h2><ul><li>Two million for three hundred roofs</li><li>A partner who knows the grid</li><li>An answer in May</li></ul>',
    ],
  ),
};

const training: Base = {
  name: 'training',
  type: 'presentation',
  html: wholeDeck(
    `section{font-family:"DejaVu Serif";background:#16213a;color:#eef2fb;padding:50px 60px}h1{font-size:50px;line-height:1.15;margin:130px 0 12px}h2{font-size:34px;margin:0 0 26px;color:#ffd479}p,li{font-size:25px;line-height:1.5;margin:0 0 12px}.steps{display:grid;grid-template-columns:repeat(3,1fr);gap:28px}.step{background:#23314f;border-radius:12px;padding:22px}.step b{font-size:40px;color:#ffd479}`,
    [
      '<h1>First day at the counter</h1><p>Training for new colleagues</p>',
      '<h2>Three things, in this order</h2><div class="steps"><div class="step"><b>1</b><p>Greet</p></div><div class="step"><b>2</b><p>Listen</p></div><div class="step"><b>3</b><p>Answer</p></div></div><p style="margin-top:30px">The rest can be looked up.</p>',
      '<h2>When you do not know</h2><ul><li>Say so, it is no shame</li><li>Ask whoever sits beside you</li><li>Call back within the day</li></ul>',
      '<h2>Thank you</h2><p>Questions? Room 12, every morning.</p>',
    ],
  ),
};

const essay =
  'We started with one roof in Ghent, which belonged to an uncle who did not believe that anything would come of it, and we learned on it how to lift panels without a crane, how to fix them without a hole, how to talk with the grid company, how to read the contracts that banks write for such things, and how long everything takes when it is done for the first time. With the second roof it took half as long, with the tenth a quarter, and since the fortieth we have had a team that does nothing else. What we have not learned is how to find roofs faster than by asking people whom we know, and this is what the money is for.';

export const deckCases: readonly Case[] = [
  shoot('training, as it should be', training, 'slide'),
  shoot(
    'pitch, too much of it',
    pitch,
    'slide',
    {
      name: 'an essay on a slide',
      rules: ['wordy-slide'],
      at: null,
      slide: 4,
      css: '#s4 p{font-size:18px}',
      swap: [
        [
          '<h2>What we need</h2><ul><li>Two million for three hundred roofs</li><li>A partner who knows the grid</li><li>An answer in May</li></ul>',
          `<h2>What we need</h2><p>${essay}</p>`,
        ],
      ],
      also: theme.small,
    },
    { name: 'pale line under the number', rules: theme.contrast, at: '#s3 .under', css: '#s3 .under{color:#c9ced6}' },
    {
      name: 'thumbnail as a photo',
      rules: theme.blurred,
      at: '#s2 img',
      swap: [[`<img src="${roof}"`, `<img src="${await photo('hills', 120, 80, 9)}"`]],
    },
  ),
  shoot(
    'training, in a hurry',
    training,
    'slide',
    {
      name: 'footnote of eight points',
      rules: theme.small,
      at: '#s2 .foot',
      css: '#s2 .foot{font-size:9px}',
      swap: [
        [
          'The rest can be looked up.</p>',
          'The rest can be looked up.</p><p class="foot">The rules are those of the handbook of 2024, chapter two, with the changes that were agreed on in March.</p>',
        ],
      ],
    },
    {
      name: 'title to be filled in',
      rules: theme.leftIn,
      at: '#s3 h2',
      swap: [['When you do not know', 'Click to add title']],
    },
    {
      name: 'text at the very edge',
      rules: ['text-near-edge'],
      at: '#s4 p',
      css: '#s4 p{position:absolute;left:3px;bottom:120px}',
    },
  ),
  shoot(
    'pitch, glued',
    pitch,
    'slide',
    { name: 'nothing on it', rules: ['empty-slide', 'blank-picture'], at: null, slide: 3, css: '#s3 *{display:none}' },
    {
      name: 'five typefaces',
      rules: ['too-many-fonts'],
      at: null,
      slide: 4,
      css: '#s4 h2{font-family:"DejaVu Serif"}#s4 li:nth-child(1){font-family:"Liberation Mono"}#s4 li:nth-child(2){font-family:"DejaVu Sans"}#s4 li:nth-child(3){font-family:"Liberation Serif"}',
      also: ['inconsistent-titles'],
    },
    {
      name: 'lines over each other',
      rules: theme.overlap,
      at: '#s2 .lead, #s2 .lead + p',
      css: '#s2 .lead + p{margin-top:-62px}',
    },
  ),
];
