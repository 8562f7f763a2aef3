import { wholePage } from '../document.ts';
import type { Base } from '../labelled.ts';
import { photo } from '../photos.ts';

const [lead, left, right, face] = await Promise.all([
  photo('dusk', 1600, 900, 1),
  photo('hills', 900, 600, 4),
  photo('sea', 900, 600, 7),
  photo('desk', 160, 160, 3),
]);

const heads = [
  ['City', 'Night trams return to the northern line after eleven years'],
  ['Culture', 'A museum hangs its pictures upside down, on purpose'],
] as const;

/** Full of what tempts a checker: text on photos, badges, clamped lines, a row to scroll, decoration, fine print. */
const paper: Base = {
  name: 'front page of a newspaper',
  type: 'website',
  html: wholePage(
    {
      language: 'en',
      title: 'The Courier · Saturday',
      description: 'News from the city and the region, every morning.',
    },
    `body{font:17px/1.5 "Liberation Serif",serif;color:#1a1a1a;background:#fff}.mast{position:sticky;top:0;z-index:3;background:#fff;border-bottom:3px double #1a1a1a;padding:10px 24px;display:flex;align-items:center;gap:20px}.mast b{font-size:30px;letter-spacing:-.5px}.mast nav{display:flex;gap:6px;overflow-x:auto;margin-left:auto}.mast a{color:#1a1a1a;text-decoration:none;padding:10px;white-space:nowrap;font:15px "Liberation Sans",sans-serif}
    .lead{position:relative;color:#fff}.lead img{width:100%;height:440px;object-fit:cover}.lead div{position:absolute;left:0;right:0;bottom:0;padding:120px 32px 28px;background:linear-gradient(transparent,rgba(0,0,0,.88) 45%)}.lead h1{font-size:44px;line-height:1.1;margin:0 0 8px}.lead p{margin:0}.tag{position:absolute;top:14px;left:14px;background:#b00020;color:#fff;font:700 13px/20px "Liberation Sans",sans-serif;padding:3px 9px}
    main{max-width:1180px;margin:0 auto;padding:24px}.two{display:grid;grid-template-columns:1fr 1fr;gap:28px}.story{position:relative}.story img{width:100%;height:230px;object-fit:cover}.story h2{font-size:25px;line-height:1.2;margin:12px 0 6px}.story .sum{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;margin:0;color:#444}
    .author{display:flex;align-items:center;gap:10px;font:14px "Liberation Sans",sans-serif;color:#555;margin-top:10px}.author img{width:40px;height:40px;border-radius:50%}.ghost{position:absolute;right:4px;top:236px;font-size:64px;line-height:1;color:#f1eee8;z-index:-1}.rail{display:flex;gap:16px;overflow-x:auto;padding-bottom:12px}.rail article{flex:0 0 270px;border-top:2px solid #1a1a1a;padding-top:8px}.rail h3{font-size:19px;line-height:1.25;margin:0}
    .vote{display:flex;gap:12px;flex-wrap:wrap;align-items:center;background:#f5f2ec;padding:18px 22px;margin-top:28px}.vote h2{font-size:21px;margin:0;flex:1 1 300px}.vote button{font:600 16px/22px "Liberation Sans",sans-serif;padding:11px 22px;border:1px solid #1a1a1a;background:#fff;color:#1a1a1a}footer{padding:24px;font:14px/1.6 "Liberation Sans",sans-serif;color:#555;border-top:1px solid #ccc;margin-top:28px}sup{font-size:11px}
    @media(max-width:720px){.two{grid-template-columns:minmax(0,1fr)}.mast{padding:8px 14px;gap:8px}.mast b{font-size:22px}.lead h1{font-size:30px}main{padding:16px}}`,
    `<header class="mast"><b>The Courier</b><nav aria-label="Sections"><a href="#city">City</a><a href="#region">Region</a><a href="#culture">Culture</a></nav></header><div class="lead"><img src="${lead}" width="1600" height="900" alt="The harbour at dusk"><div><h1>The last ferry leaves on Sunday</h1><p class="under">After ninety years the bridge takes its place. A goodbye on board.</p></div></div>
    <main><div class="two">${heads
      .map(
        ([tag, head], at) =>
          `<article class="story" id="story${at + 1}"><img src="${at === 0 ? left : right}" width="900" height="600" alt="${at === 0 ? 'Rails on a hill' : 'A blue hall'}"><span class="tag">${tag}</span><span class="ghost" aria-hidden="true">${at + 1}</span><h2>${head}</h2><p class="sum">The council decided on Thursday, by one vote, after a debate that lasted until four in the morning and in which nearly everybody in the room changed sides at least once.</p><div class="author"><img src="${face}" width="160" height="160" alt=""><span>Ida Mertens · 5 min</span></div></article>`,
      )
      .join('')}</div><h2>Most read</h2><div class="rail" tabindex="0" role="region" aria-label="Most read">${[
      'What the river remembers',
      'Bread prices: who earns what',
      'The man who counts swifts',
      'Seven walks for wet days',
      'A letter from the lighthouse',
    ]
      .map((head) => `<article><h3>${head}</h3></article>`)
      .join(
        '',
      )}</div><section class="vote"><h2>Should the old ferry become a café?</h2><button id="yes">Yes</button><button id="no">No</button></section></main><footer>Prices from 1 May<sup>1</sup>. © The Courier, Quay 4. <span class="imprint">Responsible: Ida Mertens.</span></footer>`,
  ),
};

const heights = [38, 61, 47, 80, 72, 95];

const analytics: Base = {
  name: 'analytics with charts',
  type: 'ui',
  html: wholePage(
    { language: 'en', title: 'Visitors · Lantern', description: 'Who came to your site, and from where.' },
    `body{font:14px/1.45 "Liberation Sans",sans-serif;color:#e6e9ef;background:#15171c}header{display:flex;align-items:center;gap:10px;padding:10px 20px;background:#1c1f26;border-bottom:1px solid #2e323b}header b{flex:1;font-size:17px}header button,.tabs button{min-height:40px;padding:0 14px;border:1px solid #4a505c;border-radius:6px;background:#262a33;color:#e6e9ef;font:14px "Liberation Sans",sans-serif}.bell{position:relative}.bell i{position:absolute;top:-6px;right:-6px;min-width:18px;border-radius:9px;background:#d12d2d;color:#fff;font:700 12px/18px "Liberation Sans",sans-serif;text-align:center}
    main{padding:20px;max-width:1360px;margin:0 auto}h1{font-size:22px;margin:0 0 14px}.tabs{display:flex;gap:8px;margin-bottom:16px}.tabs button[aria-pressed=true]{background:#3b5bdb;border-color:#3b5bdb;color:#fff}.cols{display:grid;grid-template-columns:2fr 1fr;gap:16px}.panel{background:#1c1f26;border:1px solid #2e323b;border-radius:8px;padding:16px}.panel h2{font-size:16px;margin:0 0 12px}svg text{font:13px "Liberation Sans",sans-serif;fill:#b7bdc9}
    .from{list-style:none;margin:0;padding:0}.from li{display:grid;grid-template-columns:minmax(0,1fr) 60px;gap:10px;padding:8px 0;border-top:1px solid #2e323b}.from span{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.from b{text-align:right}.quiet{color:#9aa1ae}button:disabled{opacity:.4}@media(max-width:720px){.cols{grid-template-columns:minmax(0,1fr)}main{padding:14px}header b{font-size:15px}}`,
    `<header><b>Lantern</b><button class="bell" aria-label="News, 4 unread">News<i aria-hidden="true">4</i></button><button disabled>Share</button></header><main><h1>Visitors</h1><div class="tabs"><button aria-pressed="true">Week</button><button aria-pressed="false">Month</button><button aria-pressed="false">Year</button></div><div class="cols"><section class="panel" id="chart"><h2>Visits a day</h2><svg viewBox="0 0 640 240" role="img" aria-label="Visits a day, rising from Monday to Saturday" style="width:100%;height:auto;display:block">${heights
      .map(
        (height, at) =>
          `<rect x="${40 + at * 100}" y="${205 - height * 2}" width="56" height="${height * 2}" rx="4" fill="#5c7cfa"/><text x="${68 + at * 100}" y="228" text-anchor="middle">${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][at]}</text>`,
      )
      .join('')}</svg></section><section class="panel" id="from"><h2>Where from</h2><ul class="from">${[
      ['Search engines', '4,120'],
      ['newsletter.lantern.example/2026/11/what-is-new', '1,304'],
      ['Direct', '988'],
      ['Podcasts', '231'],
    ]
      .map(([name, count], at) => `<li id="from${at + 1}"><span>${name}</span><b>${count}</b></li>`)
      .join('')}</ul></section></div><p class="quiet">Updated two minutes ago. Bots are left out.</p></main>`,
  ),
};

export const busyPages = { paper, analytics };
