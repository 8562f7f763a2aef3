import { type Case, shoot, theme } from '../labelled.ts';
import { pages } from './pages.ts';

const { shop, dashboard, article, pricing, settings, table } = pages;

/** Harder cases: small defects. */
export const subtleCases: readonly Case[] = [
  shoot(
    'article, a little pale',
    article,
    'desktop',
    { name: 'caption nearly readable', rules: theme.contrast, at: 'figcaption', css: 'figcaption{color:#948c82}' },
    { name: 'byline of ten pixels', rules: theme.small, at: '.by', css: '.by{font-size:9.5px}' },
  ),
  shoot(
    'pricing, cropped',
    pricing,
    'desktop',
    {
      name: 'second feature half seen',
      rules: theme.cut,
      at: '#plan2 ul',
      css: '#plan2 ul{height:38px;overflow:hidden}',
    },
    {
      name: 'violet on violet',
      rules: theme.contrast,
      at: '.hero p',
      css: '.hero p{color:#9a76dd}',
    },
    {
      name: 'questions gone on phones',
      rules: ['missing-on-mobile'],
      at: null,
      on: 'mobile',
      css: '@media(max-width:700px){.asked{display:none}}',
    },
  ),
  shoot('table, columns too narrow', table, 'desktop', {
    name: 'customers cut without a sign',
    rules: theme.cut,
    at: '.who',
    css: 'table{table-layout:fixed}th:nth-child(2){width:76px}.who{overflow:hidden}',
  }),
  shoot('settings, buttons pushed together', settings, 'desktop', {
    name: 'one button over the other',
    rules: theme.overlap,
    at: '.save, .quiet',
    css: '.quiet{position:relative;margin-left:-70px}',
  }),
  shoot('shop, a third too tall', shop, 'desktop', {
    name: 'photo squeezed',
    rules: ['stretched-image'],
    at: '#item1 img',
    css: '#item1 img{object-fit:fill;height:270px}',
  }),
  shoot('dashboard, row pushed out', dashboard, 'desktop', {
    name: 'row that does not wrap',
    rules: ['wider-than-screen'],
    at: '.rows li, .rows button',
    on: 'mobile',
    css: '@media(max-width:700px){.rows li{flex-wrap:nowrap}.rows span{flex:none}.rows em{white-space:nowrap}.rows button{flex:none}}',
  }),
];
