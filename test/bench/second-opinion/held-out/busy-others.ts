import { wholeDeck } from '../document.ts';
import { type Base, type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';

const [coast, room] = await Promise.all([photo('dusk', 1920, 1080, 5), photo('kitchen', 1200, 800, 6)]);
const foot = (page: number): string =>
  `<div class="foot"><span>Atelier Noord · Autumn 2026</span><span>${page}</span></div>`;

/** With typical parts of decks: a full-bleed photo, footers, page numbers, a two-tone agenda, a chart, a big number. */
const brand: Base = {
  name: 'brand deck',
  type: 'presentation',
  html: wholeDeck(
    `section{font-family:"DejaVu Sans";background:#f6f3ee;color:#222}.pad{padding:54px 66px}h1{font-size:64px;line-height:1.1;margin:0}h2{font-size:36px;margin:0 0 26px}p,li{font-size:23px;line-height:1.5;margin:0 0 10px}.foot{position:absolute;left:66px;right:66px;bottom:22px;display:flex;justify-content:space-between;font-size:13px;color:#6b655c}.split+.foot{left:530px}
    .full img{position:absolute;inset:0;width:960px;height:540px;object-fit:cover}.full .veil{position:absolute;inset:0;background:rgba(20,12,30,.62)}.full h1,.full p{position:relative;color:#fff}.full{padding:190px 66px}.agenda li{list-style:none;font-size:28px}.agenda .later{color:#77716a}.big{font-size:150px;line-height:1;font-weight:700;color:#b3441e;margin:20px 0 10px}.split{display:grid;grid-template-columns:1fr 1fr;height:540px}.split img{width:480px;height:540px;object-fit:cover;display:block}.split>div{padding:70px 50px}
    table{border-collapse:collapse;font-size:20px;width:100%}td,th{text-align:left;padding:10px 8px;border-bottom:2px solid #d8d1c5}`,
    [
      `<div class="full"><img src="${coast}" alt=""><div class="veil"></div><h1>Atelier Noord</h1><p>How we want to be seen</p></div>`,
      `<div class="pad"><h2>Today</h2><ul class="agenda" style="padding:0"><li><b>Who we are</b></li><li class="later">Who we make things for</li><li class="later">What changes in spring</li></ul></div>${foot(2)}`,
      `<div class="pad"><p class="label">Customers who came back within a year</p><p class="big">71 %</p><p class="cmp">up from 58 % before the new shop</p></div>${foot(3)}`,
      `<div class="split"><img src="${room}" alt="The new shop"><div><h2>A room, not a shelf</h2><p class="one">People sit down before they buy.</p><p>The bench stays, whatever the season.</p></div></div>${foot(4)}`,
      `<div class="pad"><h2>What it costs</h2><table><tr><th>Part</th><th>Spring</th><th>Autumn</th></tr><tr class="r1"><td>Signs</td><td>€ 8,000</td><td>€ 2,000</td></tr><tr><td>Photographs</td><td>€ 5,500</td><td>€ 5,500</td></tr><tr><td>Printed matter</td><td>€ 3,200</td><td>€ 4,100</td></tr></table></div>${foot(5)}`,
    ],
  ),
};

const icon = (name: string): string =>
  `<a href="https://social.example/${name}" style="display:inline-block;padding:12px"><img src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><circle cx="24" cy="24" r="22" fill="#35524a"/></svg>')}" width="24" height="24" alt="${name}" style="display:block"></a>`;

const dish = await photo('kitchen', 560, 400, 9);
const market: Base = {
  name: 'market letter with two columns',
  type: 'email',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Saturday market</title><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){.g,.s{background:#161a18!important}.k{color:#eef2f0!important}}@media(max-width:480px){.half{display:block!important;width:100%!important}}</style></head>
<body style="margin:0;background:#e9efe9"><div style="display:none;max-height:0;overflow:hidden">Leeks, late apples and the first clementines are in.</div><table class="g" role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#e9efe9"><tr><td align="center" style="padding:24px 8px"><table class="s" role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:100%;max-width:600px"><tr><td style="padding:24px;border-bottom:1px solid #d5ddd5;font:bold 22px/28px Arial,sans-serif;color:#23352d" class="k">Saturday market</td></tr>
<tr><td style="padding:24px"><p class="k hi" style="margin:0;font:17px/26px Arial,sans-serif;color:#23352d">Good morning Ann, here is what the farmers bring this week.</p></td></tr><tr><td style="padding:0 16px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${[
    'Leeks from Hof Berg',
    'Clementines from Corsica',
  ]
    .map(
      (words, at) =>
        `<td class="half" width="50%" valign="top" style="padding:8px"><img src="${dish}" width="268" height="190" alt="${words}" style="display:block;width:100%;height:auto"><p class="k words${at + 1}" style="margin:10px 0 0;font:16px/24px Arial,sans-serif;color:#23352d"><b>${words}</b><br>${at === 0 ? 'Tender, with their roots on.' : 'The first boat came on Thursday.'}</p></td>`,
    )
    .join(
      '',
    )}</tr></table></td></tr><tr><td style="padding:24px"><a class="go" href="https://market.example/list" style="display:inline-block;background:#23553f;color:#ffffff;font:bold 17px/22px Arial,sans-serif;padding:14px 26px;text-decoration:none;border-radius:5px">See the whole list</a></td></tr>
<tr><td class="k last" style="padding:16px 24px 28px;font:13px/20px Arial,sans-serif;color:#5b6a62">${icon('Pictures')}${icon('Videos')}<br>You get this newsletter because you signed up at the stall. Market Hall, 4 Square. <a class="off" href="https://market.example/off" style="color:#23553f">Unsubscribe</a></td></tr></table></td></tr></table></body></html>`,
};

/** Decks and emails that tempt a checker, intact and with small defects. */
export const busyOthers: readonly Case[] = [
  shoot('brand deck, as it should be', brand, 'slide'),
  shoot(
    'brand deck, handed on',
    brand,
    'slide',
    {
      name: 'veil gone from the photo',
      rules: theme.contrast,
      at: '#s1 p',
      css: '.full .veil{background:none}.full{padding:60px 66px!important}',
    },
    { name: 'label in pale sand', rules: theme.contrast, at: '#s3 .cmp', css: '#s3 .cmp{color:#d3c8b4}' },
    {
      name: 'sentence under the heading',
      rules: theme.overlap,
      at: '#s4 h2, #s4 .one',
      css: '#s4 .one{margin-top:-58px}',
    },
    {
      name: 'note too small for any room',
      rules: theme.small,
      at: '#s5 .note',
      css: '#s5 .note{font-size:8.5px;margin-top:16px}',
      swap: [
        [
          '<td>€ 4,100</td></tr></table>',
          '<td>€ 4,100</td></tr></table><p class="note">All sums without taxes, as offered in August; the photographs are those of the catalogue.</p>',
        ],
      ],
    },
  ),
  shoot('market letter, as it should be', market, 'email'),
  shoot(
    'market letter, from another program',
    market,
    'email',
    {
      name: 'merge field left',
      rules: theme.leftIn,
      at: '.hi',
      swap: [['Good morning Ann,', 'Good morning %%firstname%%,']],
    },
    {
      name: 'white on light green',
      rules: theme.contrast,
      at: '.go',
      swap: [['background:#23553f;color:#ffffff', 'background:#8cc3a4;color:#ffffff']],
    },
    {
      name: 'both pictures mute',
      rules: theme.alt,
      at: '.half img',
      swap: [
        ['alt="Leeks from Hof Berg"', ''],
        ['alt="Clementines from Corsica"', ''],
      ],
    },
  ),
];
