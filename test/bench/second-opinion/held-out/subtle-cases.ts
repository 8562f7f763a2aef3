import { type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';
import { busyPages } from './busy-pages.ts';
import { pages } from './pages.ts';

const { paper, analytics } = busyPages;
const { bank, booking, festival, recipe } = pages;

/** Harder cases: busy pages, and small defects. */
export const subtleCases: readonly Case[] = [
  shoot('newspaper, as it should be', paper, 'desktop'),
  shoot('analytics, as it should be', analytics, 'desktop'),
  shoot(
    'newspaper, late in the evening',
    paper,
    'desktop',
    {
      name: 'summary in a grey that is nearly enough',
      rules: theme.contrast,
      at: '#story1 .sum',
      css: '#story1 .sum{color:#8a8a8a}',
    },
    {
      name: 'headline cut after its first line and a half',
      rules: theme.cut,
      at: '#story2 h2',
      css: '#story2 h2{height:44px;overflow:hidden;width:330px}',
    },
    {
      name: 'words moved up into the bright sky',
      rules: theme.contrast,
      at: '.lead h1, .under',
      css: '.lead div{bottom:auto;top:0;background:none;padding:40px 32px}',
    },
  ),
  shoot(
    'newspaper, of the wrong files',
    paper,
    'desktop',
    {
      name: 'half the pixels',
      rules: theme.blurred,
      at: '#story1 > img',
      swap: [
        [
          '<article class="story" id="story1"><img src="',
          `<article class="story" id="story1"><img src="${await photo('hills', 230, 153, 4)}" data-was="`,
        ],
      ],
    },
    {
      name: 'photo squeezed by a third',
      rules: ['stretched-image'],
      at: '#story2 > img',
      css: '#story2>img{object-fit:fill;height:480px}',
    },
  ),
  shoot(
    'analytics, after the redesign',
    analytics,
    'desktop',
    {
      name: 'axis of nine pixels',
      rules: theme.small,
      at: '#chart text',
      css: '#chart svg{max-width:640px}#chart svg text{font-size:8px}',
    },
    { name: 'note in dark grey', rules: theme.contrast, at: '.quiet', css: '.quiet{color:#686e79}' },
    { name: 'count lost', rules: theme.leftIn, at: '#from3 b', swap: [['<b>988</b>', '<b>null</b>']] },
  ),
  shoot('analytics, in a hurry on phones', analytics, 'desktop', {
    name: 'tabs that do not wrap',
    rules: ['wider-than-screen'],
    at: '.tabs, .tabs button',
    on: 'mobile',
    css: '.tabs button{min-width:150px;flex:none}',
  }),
  shoot('bank, one thing on top of another', bank, 'desktop', {
    name: 'badge over the name',
    rules: theme.overlap,
    at: '#pay2 .who, #pay2 .flag',
    css: '#pay2{position:relative}.flag{position:absolute;left:96px;top:12px;font-weight:700;color:#0b6b45}',
    swap: [
      ['<span class="who">Rent, November', '<span class="flag">Standing order</span><span class="who">Rent, November'],
    ],
  }),
  shoot(
    'booking, almost done',
    booking,
    'desktop',
    { name: 'light red button', rules: theme.contrast, at: '.go', css: '.go{background:#e2705a}' },
    {
      name: 'note to oneself',
      rules: theme.leftIn,
      at: '.call',
      swap: [['More than eight people?', 'TODO: number of the new telephone.']],
    },
  ),
  shoot('festival, no way to the map', festival, 'desktop', {
    name: 'a day less on phones',
    rules: ['missing-on-mobile'],
    at: null,
    on: 'mobile',
    css: '@media(max-width:720px){.news{display:none}}',
  }),
  shoot(
    'recipe, cramped',
    recipe,
    'desktop',
    { name: 'facts over the title', rules: theme.overlap, at: 'h1, .facts', css: '.facts{margin-top:-34px}' },
    {
      name: 'level left out',
      rules: ['heading-order'],
      at: 'h5',
      swap: [['<h2>Préparation</h2>', '<h5>Préparation</h5>']],
    },
  ),
  shoot('picture of the newspaper, as it should be', paper, 'image'),
  shoot('picture of the analytics, dim', analytics, 'image', {
    name: 'note in dark grey',
    rules: theme.contrast,
    at: '.quiet',
    css: '.quiet{color:#565c67}',
  }),
];
