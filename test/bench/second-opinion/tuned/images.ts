import { type Case, shoot, theme } from '../labelled.ts';
import { pages } from './pages.ts';

const { dashboard, pricing, shop, signUp, settings } = pages;

/** Screenshots without facts, of which only the pixels are known. */
export const imageCases: readonly Case[] = [
  shoot('picture of the shop, as it should be', shop, 'image'),
  shoot('picture of the prices, as it should be', pricing, 'image'),
  shoot('picture of the settings, pale', settings, 'image', {
    name: 'pale sentence',
    rules: theme.contrast,
    at: '.lead',
    css: '.lead{color:#c9c5bc}',
  }),
  shoot('picture of the dashboard, with a hole', dashboard, 'image', {
    name: 'no number',
    rules: theme.leftIn,
    at: '#tile2',
    swap: [['0.04 %', 'undefined']],
  }),
  shoot('picture of an error', signUp, 'image', {
    name: 'error in place of the form',
    rules: theme.error,
    at: null,
    swap: [
      [
        signUp.html.slice(signUp.html.indexOf('<h1>'), signUp.html.indexOf('</main>')),
        "<h1>Internal Server Error</h1><p>TypeError: Cannot read properties of undefined (reading 'user')</p><pre>    at getUser (/app/server.js:41:12)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)</pre>",
      ],
    ],
    also: ['empty-end', 'blank-picture'],
  }),
  shoot('picture of the shop, wider than the window', shop, 'image', {
    name: 'cut at the edge',
    rules: theme.cut,
    at: '#item4',
    css: 'main{width:1440px;max-width:none;margin:0;overflow:clip}.grid{width:1620px}',
  }),
];
