import { page } from './design-page.ts';

const landing = page(
  'landing',
  1440,
  `body{font:18px/1.5 sans-serif;color:#1c2430;background:#fff}
  nav{display:flex;gap:32px;padding:20px 80px;align-items:center;border-bottom:1px solid #e3e6ea}nav b{margin-right:auto}
  .hero{padding:96px 80px;background:#eef3ff}h1{font-size:56px;line-height:64px;margin:0 0 16px;width:760px}
  .cta{display:inline-block;padding:14px 28px;background:#2453d6;color:#fff;border-radius:8px}
  .three{display:grid;grid-template-columns:repeat(3,1fr);gap:32px;padding:64px 80px}
  .three div{padding:28px;border:1px solid #d9dee5;border-radius:12px}h3{margin:0 0 8px}
  blockquote{margin:0 80px 64px;padding:32px;border-left:6px solid #e0a526;background:#fffaf0}
  footer{padding:32px 80px;background:#10161f;color:#c8d0da}`,
  `<nav data-region="nav"><b>Northwind Ferries</b><a>Routes</a><a>Timetable</a><a>Fares</a></nav>
  <section class="hero"><h1 data-region="heading">Cross the strait before breakfast</h1>
  <p data-region="lead">Eleven crossings a day, every day of the year, with room for bicycles.</p>
  <a class="cta" data-region="button">Book a crossing</a></section>
  <section class="three"><div data-region="first"><h3>On time</h3>Ninety-seven of a hundred boats leave within five minutes.</div>
  <div data-region="second"><h3>On deck</h3>A kitchen that opens at five and closes after the last harbour.</div>
  <div data-region="third"><h3>On foot</h3>No queue: walk on board with your phone in your hand.</div></section>
  <blockquote data-region="quote">“I have taken the 6:10 for nineteen years and missed it twice.”</blockquote>
  <footer data-region="footer">Harbour office, Pier 4. Open from five to midnight.</footer>`,
);

const article = page(
  'article',
  1280,
  `body{font:20px/32px serif;color:#222;background:#fbf9f4}main{display:grid;grid-template-columns:720px 320px;gap:60px;padding:60px 90px}
  h1{font-size:44px;line-height:52px;margin:0 0 24px}h2{font-size:28px;line-height:36px;margin:32px 0 12px}p{margin:0 0 20px}
  figure{margin:24px 0}figcaption{font-size:15px;line-height:22px;color:#666}aside{font:15px/22px sans-serif}
  aside section{border:1px solid #d8d2c2;padding:16px;margin-bottom:24px;background:#fff}`,
  `<main><div><h1 data-region="title">What the tide gauge at Brest remembers</h1>
  <p data-region="opening">For three centuries somebody has walked down to the harbour wall and written down a number. The ink changed, the hands changed, and the datum was moved twice without a note.</p>
  <h2 data-region="subtitle">A datum is a promise</h2>
  <p data-region="middle">When the wall was rebuilt after the war, the new zero was cut nine millimetres below the old one. It took a graduate student with a bad temper to find this out, from the price of the stone.</p>
  <figure data-region="figure"><svg width="720" height="240"><rect width="720" height="240" fill="#e6eef2"/><polyline fill="none" stroke="#23566b" stroke-width="3" points="0,200 60,190 120,196 180,170 240,176 300,150 360,158 420,120 480,131 540,96 600,88 660,52 720,40"/><circle cx="420" cy="120" r="9" fill="#c0392b"/></svg><figcaption>Yearly means, with the year of the new wall.</figcaption></figure>
  <p data-region="closing">The numbers go on. Nobody walks down any more; a radar looks at the water ten times a second and does not get wet.</p></div>
  <aside><section data-region="note">Datum: the level from which heights are counted.</section><section data-region="related">Read next: who owns the horizon?</section><section data-region="letter">A letter every second Thursday, no more.</section></aside></main>`,
);

const pricing = page(
  'pricing',
  1200,
  `body{font:16px/24px sans-serif;background:#f4f1fb;color:#2a2140;padding:56px 60px}h1{text-align:center;margin:0 0 40px;font-size:36px;line-height:44px}
  .plans{display:flex;gap:24px;align-items:flex-start}.plan{flex:1;background:#fff;border-radius:16px;padding:28px}
  .plan h2{margin:0;font-size:22px}.plan b{display:block;font-size:40px;line-height:56px}.plan ul{padding-left:20px;margin:12px 0 20px}
  .plan a{display:block;text-align:center;padding:10px;border-radius:20px;background:#5b3fd1;color:#fff}
  .faq{margin-top:48px;background:#fff;border-radius:16px;padding:24px 28px}.faq dt{font-weight:bold}.faq dd{margin:0 0 12px}`,
  `<h1 data-region="heading">Pay for the plates you press</h1><div class="plans">
  <div class="plan" data-region="small"><h2>Proof</h2><b>€9</b><ul><li>20 plates</li><li>One press</li></ul><a data-region="choose small">Choose Proof</a></div>
  <div class="plan" data-region="medium"><h2>Edition</h2><b>€29</b><ul><li>200 plates</li><li>Three presses</li><li data-region="line">Colour matching</li></ul><a data-region="choose medium">Choose Edition</a></div>
  <div class="plan" data-region="large"><h2>Atelier</h2><b>€99</b><ul><li>Unlimited plates</li><li>Any press</li><li>Archive for ten years</li></ul><a data-region="choose large">Choose Atelier</a></div></div>
  <dl class="faq" data-region="questions"><dt>May I change later?</dt><dd>At any time; the rest of the month is returned.</dd><dt>Who owns the plates?</dt><dd>You do, also when you leave.</dd></dl>`,
);

const goods = ['Kettle', 'Ladle', 'Sieve', 'Whisk', 'Grater', 'Peeler', 'Funnel', 'Trivet'];
const shop = page(
  'shop',
  1360,
  `body{font:15px/22px sans-serif;color:#333;padding:32px 40px}h1{font-size:28px;margin:0 0 24px}
  .grid{display:grid;grid-template-columns:repeat(4,1fr);gap:20px}.item{border:1px solid #ddd;padding:16px}.item i{display:block;height:120px;background:#eee}
  .item h3{margin:12px 0 2px;font-size:17px}.item a{display:inline-block;margin-top:8px;padding:6px 18px;background:#0a7a55;color:#fff}`,
  `<h1 data-region="heading">Kitchen</h1><div class="grid">${goods
    .map(
      (name, at) =>
        `<div class="item" data-region="${name}"><i style="background:hsl(${at * 45},40%,80%)"></i><h3>${name}</h3><span>€${12 + at * 3}.50</span><br><a data-region="buy ${name}">Buy</a></div>`,
    )
    .join('')}</div>`,
);

export const sites = { landing, article, pricing, shop };
