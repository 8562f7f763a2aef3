import { type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';
import { pages } from './pages.ts';

const { shop, dashboard, article, signUp, pricing, table, settings } = pages;
const small = await photo('hills', 150, 100, 3);

/** The pages of the tuned half. Each is two screenshots. */
export const pageCases: readonly Case[] = [
  shoot('shop, as it should be', shop, 'desktop'),
  shoot('dashboard, as it should be', dashboard, 'desktop'),
  shoot(
    'shop, pale and cut',
    shop,
    'desktop',
    {
      name: 'pale price',
      rules: theme.contrast,
      at: '#item2 .price',
      css: '#item2 .price{color:#b4bac2!important}',
    },
    {
      name: 'button cut',
      rules: theme.cut,
      at: '#item4 .buy',
      css: '#item4 .buy{width:90px;white-space:nowrap;overflow:hidden}',
    },
    {
      name: 'picture gone',
      rules: ['broken-image'],
      at: '#item3 img',
      swap: [
        [
          '<article class="item" id="item3"><img src="data',
          '<article class="item" id="item3"><img src="/gone.jpg" data-was="data',
        ],
      ],
    },
  ),
  shoot(
    'dashboard, with holes',
    dashboard,
    'desktop',
    { name: 'no number', rules: theme.leftIn, at: '#tile3 b', swap: [['812 ms', 'NaN ms']] },
    {
      name: 'icon without a name',
      rules: ['control-without-name'],
      at: '#row2 .icon',
      swap: [[' aria-label="More about dublin-2"', '']],
    },
    { name: 'tiny note', rules: theme.small, at: '.note', css: '.note{font-size:8px}' },
  ),
  shoot(
    'article, upscaled',
    article,
    'desktop',
    {
      name: 'upscaled photo',
      rules: theme.blurred,
      at: 'figure img',
      swap: [['<figure><img src="', `<figure><img src="${small}" data-was="`]],
    },
    {
      name: 'heading level left out',
      rules: ['heading-order'],
      at: 'h4',
      swap: [['<h2>The first flight</h2>', '<h4>The first flight</h4>']],
    },
  ),
  shoot(
    'article, nameless',
    article,
    'desktop',
    {
      name: 'default title',
      rules: ['missing-title'],
      at: null,
      swap: [['How bees find home · The Field</title>', 'Document</title>']],
    },
    {
      name: 'no alt',
      rules: theme.alt,
      at: 'figure img',
      swap: [[' alt="Hives on a slope above a village"', '']],
    },
    {
      name: 'broken characters',
      rules: ['garbled-text'],
      at: 'blockquote',
      swap: [
        [
          '“They learn the house before they learn the road.”',
          'â€œThey learn the house before they learn the road.â€\u009d',
        ],
      ],
    },
  ),
  shoot(
    'sign-up, without a label',
    signUp,
    'desktop',
    {
      name: 'field without label',
      rules: ['field-without-label'],
      at: '#mail',
      swap: [
        ['<label for="mail">E-Mail-Adresse</label>', ''],
        [' placeholder="name@beispiel.de"', ''],
      ],
    },
    { name: 'no language', rules: ['page-language'], at: null, swap: [['<html lang="de">', '<html>']] },
  ),
  shoot('sign-up, covered', signUp, 'desktop', {
    name: 'bar over the button',
    rules: theme.overlap,
    at: '.send',
    css: '.cookie{position:relative;height:54px;margin-top:-27px;background:#1b2733;color:#fff;padding:14px}',
    swap: [['</form>', '<div class="cookie">Wir verwenden Cookies.</div></form>']],
  }),
  shoot(
    'pricing, wide and half',
    pricing,
    'desktop',
    {
      name: 'wider than a phone',
      rules: ['wider-than-screen', 'not-for-phones'],
      at: '.plans',
      on: 'mobile',
      css: '@media(max-width:700px){.plans{min-width:820px;grid-template-columns:repeat(3,1fr)}}',
    },
    {
      name: 'text left in',
      rules: theme.leftIn,
      at: '.answer',
      swap: [
        ['At any time, up or down; you pay by the day.', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.'],
      ],
    },
  ),
  shoot(
    'table, cramped',
    table,
    'desktop',
    { name: 'pale state', rules: theme.contrast, at: '.fine', css: '.fine{color:#9fb8a4}' },
    {
      name: 'tiny buttons side by side',
      rules: theme.target,
      at: '.mini',
      css: '.mini{height:14px!important;width:14px;padding:0!important;font:10px/12px "Liberation Sans"!important;margin-left:-9px}',
      swap: [
        [
          '<button>New invoice</button>',
          '<button>New invoice</button><button class="mini" aria-label="Up">+</button><button class="mini" aria-label="Down">-</button>',
        ],
      ],
      also: theme.small,
    },
  ),
  shoot('settings, squeezed', settings, 'desktop', {
    name: 'squeezed portrait',
    rules: ['stretched-image'],
    at: '.photo',
    css: '.photo{width:150px;height:72px;object-fit:fill}',
  }),
  shoot('settings, not for phones', settings, 'desktop', {
    name: 'no viewport tag',
    rules: ['not-for-phones'],
    at: null,
    on: 'mobile',
    swap: [['<meta name="viewport" content="width=device-width, initial-scale=1">', '']],
  }),
];
