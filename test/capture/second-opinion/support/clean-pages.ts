import { exampleImage } from '../../../../server/checklist/rules/example-images.ts';

/** A page that a careful designer would let pass, with what tempts a checker to object. */
export interface CleanPage {
  name: string;
  title: string;
  html: string;
}

const look = `
  :root{--ink:#1c2430;--soft:#4b5768;--line:#d9dee6;--deep:#1f4f8f;--wash:#f4f6f9}
  *{box-sizing:border-box} body{margin:0;font:16px/1.5 "Liberation Sans",sans-serif;color:var(--ink);background:#fff}
  img{max-width:100%;height:auto;display:block} a{color:var(--deep)} h1{font-size:34px;line-height:1.15;margin:0 0 12px}
  h2{font-size:24px;line-height:1.2;margin:32px 0 12px} h3{font-size:18px;margin:0 0 6px}
  .bar{position:sticky;top:0;z-index:2;display:flex;gap:24px;align-items:center;padding:12px 24px;background:#fff;border-bottom:1px solid var(--line)}
  .bar nav{display:flex;gap:8px;margin-left:auto} .bar nav a{padding:10px 12px;text-decoration:none} .fold{display:none}
  main{width:100%;min-width:0;max-width:1160px;margin:0 auto;padding:32px 24px 64px} footer{border-top:1px solid var(--line);padding:24px;font-size:14px;color:var(--soft)}
  .press{display:inline-block;min-height:44px;padding:10px 20px;border:0;border-radius:8px;background:var(--deep);color:#fff;font:600 16px/24px "Liberation Sans",sans-serif;text-decoration:none}
  .plain{background:#fff;color:var(--deep);border:1px solid var(--deep)} .grid{display:grid;grid-template-columns:repeat(3,1fr);gap:24px}
  .card{border:1px solid var(--line);border-radius:12px;overflow:hidden} .card>div{padding:16px}
  .unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap}
  .badge{position:absolute;top:-6px;right:-8px;min-width:20px;padding:0 5px;border-radius:10px;background:#a11d1d;color:#fff;font:700 12px/20px "Liberation Sans",sans-serif;text-align:center}
  @media (max-width:640px){.bar nav{display:none}.fold{display:block;margin-left:auto;width:44px;height:44px;border:1px solid var(--line);border-radius:8px;background:#fff}
    .grid{grid-template-columns:1fr} h1{font-size:28px} main{padding:24px 16px 48px}}
`;

function page(name: string, title: string, body: string, styles = ''): CleanPage {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="${title}: what you find here, told in one sentence.">
    <style>${look}${styles}</style></head><body>${body}</body></html>`;
  return { name, title, html };
}

const bar = (brand: string, links: readonly string[], more = ''): string => `<header class="bar"><b>${brand}</b>
  <nav aria-label="Main">${links.map((each) => `<a href="#${each.toLowerCase()}">${each}</a>`).join('')}</nav>${more}
  <button class="fold" aria-label="Open the menu" aria-expanded="false">☰</button></header>`;

const photo = exampleImage(640, 400);

const products = [
  ['Oak stool', '€ 129', 'Turned legs, oiled by hand. Holds a grown person and a pile of books at the same time.'],
  ['Linen lamp', '€ 84', 'A shade of washed linen over a steel frame.'],
  ['Wool throw', '€ 96', 'Woven in one piece, 140 × 200 cm, in five colours that match each other.'],
] as const;

const shop = page(
  'shop',
  'Three Mills · things for the home',
  `${bar('Three Mills', ['Furniture', 'Light', 'Textiles'], `<a href="#cart" style="position:relative;padding:10px;text-decoration:none" aria-label="Cart, 3 things"><span aria-hidden="true">Cart</span><span class="badge" aria-hidden="true">3</span></a>`)}
  <main><h1>Things that last</h1><p>Made in small series in Ghent, repaired for free for ten years.</p>
  <h2>New this week</h2><div class="grid">${products
    .map(
      ([
        name,
        price,
        text,
      ]) => `<article class="card" style="position:relative"><img src="${photo}" alt="${name} in a bright room" width="640" height="400" style="width:100%;height:220px;object-fit:cover">
      <span style="position:absolute;top:12px;left:12px;background:#fff;padding:2px 10px;border-radius:4px;font-size:14px">New</span>
      <div><h3>${name}</h3><p class="clamp">${text}</p><p><b>${price}</b> <s style="color:var(--soft)">€ 149</s></p><button class="press">Add ${name.toLowerCase()} to cart</button></div></article>`,
    )
    .join('')}</div>
  <h2>Looked at lately</h2><div class="rail" tabindex="0" aria-label="Looked at lately" role="region">${Array.from({ length: 9 }, (_, at) => `<div class="tile"><img src="${photo}" alt="" width="640" height="400"><p>Bowl no. ${at + 1}, glazed in two tones</p></div>`).join('')}</div></main>
  <footer>Prices with VAT. Delivery within Belgium in two days<sup>1</sup>. <a href="#terms">Terms</a> · <a href="#privacy">Privacy</a></footer>`,
  `.clamp{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;margin:0 0 8px;min-height:48px}
   .rail{display:flex;gap:16px;overflow-x:auto;scroll-snap-type:x mandatory}.tile{flex:0 0 200px;scroll-snap-align:start}.tile p{margin:6px 0;font-size:14px}`,
);

const bars = [42, 61, 38, 77, 90, 64, 71];
const dashboard = page(
  'dashboard',
  'Deliveries · Quay',
  `<div class="frame"><aside><b style="display:block;padding:16px">Quay</b><nav aria-label="Main">${['Overview', 'Deliveries', 'Drivers', 'Invoices', 'Settings'].map((each, at) => `<a href="#${at}" ${at === 0 ? 'aria-current="page"' : ''}>${each}</a>`).join('')}</nav></aside>
  <main><h1>Overview</h1><div class="numbers">${[
    ['Delivered today', '1,204', '+ 4 %'],
    ['On the way', '318', '− 2 %'],
    ['Late', '7', '0 %'],
    ['Average time', '38 min', '− 1 min'],
  ]
    .map(
      ([what, count, change]) =>
        `<div class="card"><div><p style="margin:0;color:var(--soft);font-size:14px">${what}</p><p class="count">${count}</p><p style="margin:0;font-size:14px">${change} since yesterday</p></div></div>`,
    )
    .join('')}</div>
  <h2>This week</h2><svg viewBox="0 0 700 240" role="img" aria-label="Deliveries a day, Monday to Sunday" style="width:100%;height:auto;max-width:760px">${bars
    .map(
      (height, at) =>
        `<rect x="${at * 98 + 20}" y="${210 - height * 2}" width="60" height="${height * 2}" fill="#1f4f8f"/><text x="${at * 98 + 50}" y="232" text-anchor="middle" font-size="16">${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][at]}</text>`,
    )
    .join('')}</svg>
  <h2>Late deliveries</h2><ul class="rows">${[
    'Rue Haute 12, second floor, ring twice',
    'Kanaalstraat 4',
    'Place du Marché 31, back entrance beside the bakery',
  ]
    .map(
      (place) =>
        `<li><span class="place">${place}</span><span>12 min late</span><button class="press plain" style="padding:6px 14px">Call the driver</button></li>`,
    )
    .join(
      '',
    )}</ul><p><button class="press" disabled style="opacity:.4">Export (nothing chosen)</button></p></main></div>`,
  `.frame{display:grid;grid-template-columns:220px 1fr}.frame aside{background:#14263f;color:#fff;min-height:100vh}.frame aside a{display:block;padding:12px 16px;color:#dbe6f5;text-decoration:none}
   .frame aside a[aria-current]{background:#24446f;color:#fff}.numbers{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}.count{font-size:32px;line-height:1.1;margin:4px 0;font-weight:700}
   .rows{list-style:none;padding:0;margin:0}.rows li{display:flex;gap:16px;align-items:center;padding:10px 0;border-bottom:1px solid var(--line)}.place{flex:1;min-width:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
   @media (max-width:640px){.frame{grid-template-columns:minmax(0,1fr)}.frame aside{min-height:0}.frame aside nav{display:flex;overflow-x:auto}.numbers{grid-template-columns:1fr 1fr}.rows li{flex-wrap:wrap}.place{flex-basis:100%}}`,
);

const docs = page(
  'docs',
  'Templates · Kestrel handbook',
  `${bar('Kestrel', ['Guide', 'Reference', 'Blog'])}<main class="docs"><nav aria-label="Chapters"><ul>${['Start', 'Templates', 'Errors', 'Values'].map((each) => `<li><a href="#${each}">${each}</a></li>`).join('')}</ul></nav>
  <article><h1>Templates</h1><p>Write <code>{{customer.name}}</code> where the name goes. What is <code>undefined</code> or <code>null</code> stays empty, and <code>NaN</code> is never printed.</p>
  <pre tabindex="0"><code>const words = render('Hello {{customer.name}}, you owe \${total} for order {0} and everything that came with it');
TypeError: Cannot read properties of undefined (reading 'name')
// TODO: your text here, lorem ipsum dolor sit amet</code></pre>
  <h2>Errors</h2><p>When nothing is found, Kestrel answers 404 Not Found. An <em>internal server error</em> is written to the log, and people see a page in plain words.</p>
  <table><thead><tr><th>Setting</th><th>Default</th><th>What it does</th></tr></thead><tbody>
  <tr><td><code>escape</code></td><td><code>true</code></td><td>Writes &lt; and &amp; as <code>&amp;lt;</code> and <code>&amp;amp;</code></td></tr>
  <tr><td><code>fallback</code></td><td><code>null</code></td><td>Is printed for what is missing</td></tr></tbody></table>
  <blockquote>“A template is a promise,” says Zoë from São Paulo: “keep it.”</blockquote>
  <p style="font-size:14px;color:var(--soft)">Last changed on 3 May. <a href="#edit">Edit this page</a></p></article></main>`,
  `.docs{display:grid;grid-template-columns:200px minmax(0,1fr);gap:40px}.docs ul{list-style:none;margin:0;padding:0}.docs nav a{display:block;padding:8px 0}
   pre{background:var(--wash);padding:16px;overflow-x:auto;font:14px/1.5 "Liberation Mono",monospace}code{font:14px "Liberation Mono",monospace}table{border-collapse:collapse;display:block;overflow-x:auto}
   th,td{text-align:left;padding:8px 16px 8px 0;border-bottom:1px solid var(--line)} @media (max-width:640px){.docs{grid-template-columns:minmax(0,1fr);gap:16px}}`,
);

const field = (label: string, id: string, more: string, note = ''): string =>
  `<p class="field"><label for="${id}">${label}</label><input id="${id}" ${more}>${note === '' ? '' : `<span class="note">${note}</span>`}</p>`;
const form = page(
  'form',
  'Register a boat · Harbour office',
  `${bar('Harbour office', ['Moorings', 'Forms', 'Contact'])}<main style="max-width:720px"><h1>Register a boat</h1><p>It takes about five minutes. You need the builder’s plate.</p>
  <form>${field('Name of the boat', 'name', 'placeholder="Your text here, as on the hull"')}${field('Length in metres', 'length', 'type="number" value="8.4"', 'Without the bowsprit')}
  ${field('Email', 'email', 'type="email" value="anna@" aria-invalid="true" aria-describedby="wrong"')}<p id="wrong" style="color:#a11d1d;margin:-8px 0 16px">An address ends in something like “example.org”.</p>
  <fieldset><legend>Where does it lie?</legend>${['At a jetty', 'At a buoy', 'On land'].map((each, at) => `<label class="pick"><input type="radio" name="place" ${at === 0 ? 'checked' : ''}> ${each}</label>`).join('')}</fieldset>
  <p class="field"><label for="why">Anything else?</label><textarea id="why" rows="4">The mast is laid down in winter.</textarea></p>
  <label class="pick"><input type="checkbox"> I have read the <a href="#rules">rules of the harbour</a>.</label>
  <p><button class="press">Register</button> <button class="press plain" type="reset">Start again</button></p></form></main>
  <footer>Harbour office, Quay 1 · open on weekdays from 9 to 12</footer>`,
  `.field{display:flex;flex-direction:column;gap:4px}.field input,textarea{font:16px "Liberation Sans",sans-serif;padding:10px 12px;border:1px solid #6b7788;border-radius:6px}.note{font-size:14px;color:var(--soft)}
   input::placeholder{color:#5d6878}fieldset{border:1px solid var(--line);border-radius:8px;padding:8px 16px;margin:16px 0}.pick{display:block;padding:10px 0;min-height:44px}.pick input{width:24px;height:24px;vertical-align:middle}`,
);

const landing = page(
  'landing',
  'Tern · maps for walkers',
  `${bar('Tern', ['Maps', 'Prices', 'Stories'], '<a class="press" href="#start" style="padding:8px 16px">Sign in</a>')}
  <section class="hero"><img src="${photo}" alt="" width="640" height="400"><div><h1>Find the quiet path</h1><p>Maps for walkers that work without a signal.</p><a class="press" href="#try" style="background:#fff;color:#14263f">Try it for free</a></div></section>
  <main><h2>Made for walking</h2><div class="grid">${[
    ['Offline', 'The whole map lies on your phone.'],
    ['Quiet', 'Paths without cars come first.'],
    ['Honest', 'Times for people, not for runners.'],
  ]
    .map(
      ([name, text], at) =>
        `<div class="card"><div><span class="step" aria-hidden="true">0${at + 1}</span><h3>${name}</h3><p>${text}</p></div></div>`,
    )
    .join('')}</div>
  <h2>What walkers say</h2><div class="stack"><blockquote>“It found a way round the quarry that I had missed for thirty years.”</blockquote><blockquote aria-hidden="true" style="visibility:hidden">“The second of our voices.”</blockquote></div>
  <h2>Prices</h2><div class="grid">${[
    ['One country', '€ 12'],
    ['Europe', '€ 29'],
    ['For clubs', '€ 90'],
  ]
    .map(
      ([name, price]) =>
        `<div class="card"><div><h3>${name}</h3><p style="font-size:28px;margin:0"><b>${price}</b><span style="font-size:14px"> a year</span></p><a class="press" href="#buy" style="margin-top:12px">Choose ${name?.toLowerCase()}</a></div></div>`,
    )
    .join(
      '',
    )}</div></main><footer>© Tern, Leuven. <span class="unseen">End of the page</span><a href="#legal">Legal notice</a></footer>`,
  `.hero{position:relative;min-height:420px;overflow:hidden;color:#fff}.hero img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;filter:blur(6px)}.hero>div{position:relative;padding:110px 24px;background:rgba(8,20,38,.78);min-height:420px}
   .hero h1{font-size:52px}.card{position:relative}.step{position:absolute;right:12px;top:2px;font-size:56px;line-height:1;color:#e9eef5;font-weight:700}.card h3,.card p{position:relative}.stack{display:grid}.stack>*{grid-area:1/1;margin:0;font-size:20px}
   @media (max-width:640px){.hero h1{font-size:36px}}`,
);

const people = [
  'Anna Peeters',
  'Bram De Clercq',
  'Chloé Dubois',
  'Dries Vandenbroucke-Van Der Meersch',
  'Élodie Lambert',
  'Finn Jacobs',
];
const table = page(
  'table',
  'Members · Choir of Saint-Gilles',
  `${bar('Choir', ['Members', 'Concerts', 'Scores'])}<main><h1>Members</h1><p style="display:flex;flex-wrap:wrap;gap:8px;align-items:center"><label for="find">Find somebody</label> <input id="find" type="search" placeholder="Name or voice" style="font:16px sans-serif;padding:10px"> <button class="press">Add a member</button></p>
  <div class="scroll" tabindex="0" role="region" aria-label="Members"><table><thead><tr>${['Name', 'Voice', 'Since', 'Email', 'Paid', ''].map((each) => `<th>${each || '<span class="unseen">What to do</span>'}</th>`).join('')}</tr></thead><tbody>${people
    .map(
      (name, at) =>
        `<tr><td>${name}</td><td>${['Alto', 'Bass', 'Soprano', 'Tenor'][at % 4]}</td><td>${2012 + at}</td><td class="mail">${name.toLowerCase().replace(/[^a-z]+/g, '.')}@choir.example</td><td>${at % 3 === 0 ? '–' : '€ 120.00'}</td><td><button class="press plain" style="padding:6px 14px">Edit</button></td></tr>`,
    )
    .join(
      '',
    )}</tbody></table></div><nav aria-label="Pages" style="margin-top:16px;display:flex;gap:8px">${[1, 2, 3].map((each) => `<a class="press plain" href="#${each}" style="padding:9px 16px">${each}</a>`).join('')}</nav></main>`,
  `.scroll{position:relative;overflow-x:auto}table{border-collapse:collapse;width:100%;min-width:820px}th,td{text-align:left;padding:10px 12px;border-bottom:1px solid var(--line)}.mail{max-width:180px;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}`,
);

export const cleanPages: readonly CleanPage[] = [shop, dashboard, docs, form, landing, table];
