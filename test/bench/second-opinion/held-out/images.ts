import { type Base, type Case, shoot, theme } from '../labelled.ts';
import { pages } from './pages.ts';

const { bank, booking, board, reference } = pages;
const crash: Base = {
  name: 'crash',
  type: 'ui',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><style>body{margin:0;font:16px/1.5 "Liberation Sans",sans-serif;color:#222;background:#fff}main{padding:60px}</style></head><body><main id="all"><h1>Welcome</h1><p>Your orders of today are below.</p></main></body></html>`,
};

/** Screenshots without facts, of which only the pixels are known. */
export const imageCases: readonly Case[] = [
  shoot('picture of the bank, as it should be', bank, 'image'),
  shoot('picture of the task board, as it should be', board, 'image'),
  shoot('picture of the booking form, pale', booking, 'image', {
    name: 'opening hours on the band',
    rules: theme.contrast,
    at: '.open',
    css: '.open{color:#3f6450}',
  }),
  shoot('picture of the reference, from the development server', reference, 'image', {
    name: 'template’s braces',
    rules: theme.leftIn,
    at: '.intro',
    swap: [
      [
        'Takes a text and who it is for, and answers as soon as it is on its way.',
        'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod.',
      ],
    ],
  }),
  shoot('picture of a crash', crash, 'image', {
    name: 'server error in place of the page',
    rules: theme.error,
    at: null,
    swap: [
      ['<h1>Welcome</h1><p>Your orders of today are below.</p>', '<h1>502 Bad Gateway</h1><hr><p>nginx/1.24.0</p>'],
    ],
    also: ['empty-end'],
  }),
  shoot('picture of the bank, wider than the window', bank, 'image', {
    name: 'amounts over the edge',
    rules: theme.cut,
    at: '.pay b',
    css: 'main{width:1440px;max-width:none;margin:0;overflow:clip}section{margin-left:500px;width:980px}',
  }),
  shoot('picture of nothing', crash, 'image', {
    name: 'nothing was drawn',
    rules: theme.blank,
    at: null,
    css: '#all{visibility:hidden}',
  }),
];
