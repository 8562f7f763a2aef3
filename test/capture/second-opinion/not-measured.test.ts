import { expect, test } from 'vitest';
import { runRules } from '../../../server/checklist/run-rules.ts';
import { openStage } from './support/stage.ts';

const stage = await openStage();

const white = 'color:#fff;font-size:20px;margin:0;padding:60px';
/** A canvas with grey text on white, as charts draw it. */
const canvas = `<canvas id="chart" width="600" height="200" role="img" aria-label="Loaves sold in a week"></canvas>
  <script>const on = document.getElementById('chart').getContext('2d');
  on.fillStyle = '#fff'; on.fillRect(0, 0, 600, 200); on.fillStyle = '#ddd'; on.font = '16px Arial';
  on.fillText('Loaves sold in a week', 40, 60); on.fillRect(40, 100, 300, 60);</script>`;

test('the contrast of text on a canvas, or on an image that failed to load, is not judged', async () => {
  const parts = [
    `<div style="background:#ddd url(/missing.jpg)"><p style="${white}">Bread</p></div>`,
    `<div style="position:relative;background:#ddd"><img src="/missing.jpg" alt="" width="600" height="300"><p style="position:absolute;inset:0;${white}">Cake</p></div>`,
    canvas,
  ];
  const html = `<body style="font:16px Arial"><h1>The bakery</h1><p>Open at six.</p>${parts.join('<hr>')}</body>`;
  const [shown] = await stage.show({ as: 'desktop', html }, 'website');
  if (shown === undefined) throw new Error('There is no screenshot.');
  expect(shown.scene.facts.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Bread', 'Cake']));
  const found = runRules(shown.scene, new Set()).filter(({ rule }) => rule !== 'broken-image');
  expect(found.map(({ rule, body }) => `${rule}: ${body}`)).toEqual([]);
});
