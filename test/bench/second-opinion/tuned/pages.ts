import { wholePage } from '../document.ts';
import type { Base } from '../labelled.ts';
import { photo } from '../photos.ts';

const stools = await Promise.all([1, 2, 3, 4].map((seed) => photo('desk', 900, 600, seed)));

const shop: Base = {
  name: 'shop',
  type: 'website',
  html: wholePage(
    { language: 'en', title: 'Stools and chairs · Nook', description: 'Solid oak stools and chairs, made to last.' },
    `body{font:16px/1.5 "Liberation Sans",sans-serif;color:#22262b;background:#fff}
    header{display:flex;align-items:center;gap:16px;padding:12px 32px;border-bottom:1px solid #dfe3e8}header strong{font-size:20px}header nav{margin-left:auto;display:flex;gap:4px}
    header nav a,footer a{display:inline-block;padding:12px 14px;color:#22262b;text-decoration:none}.fold{display:none;margin-left:auto;min-width:48px;height:48px;border:1px solid #8a939e;background:#fff;border-radius:8px;font:inherit}
    main{max-width:1200px;margin:0 auto;padding:32px}h1{font-size:36px;line-height:1.2;margin:0 0 8px}.lead{color:#4d5661;margin:0 0 28px}
    .grid{display:grid;grid-template-columns:repeat(4,1fr);gap:24px}.item{border:1px solid #dfe3e8;border-radius:12px;overflow:hidden}.item img{width:100%;height:190px;object-fit:cover}
    .item div{padding:16px}.item h2{font-size:18px;margin:0 0 4px}.item p{margin:0 0 12px;color:#4d5661}.price{font-weight:700;color:#22262b!important}
    button.buy{font:600 16px/24px "Liberation Sans",sans-serif;width:100%;padding:11px 16px;background:#1d5c3f;color:#fff;border:0;border-radius:8px}
    footer{background:#f3f5f7;padding:20px 32px;color:#4d5661}
    @media(max-width:700px){header nav{display:none}.fold{display:block}.grid{grid-template-columns:1fr}main{padding:20px 16px}h1{font-size:28px}footer{padding:16px}}`,
    `<header><strong>Nook</strong><nav aria-label="Main"><a href="#chairs">Chairs</a><a href="#tables">Tables</a><a href="#about">About</a></nav><button class="fold" aria-expanded="false">Menu</button></header>
    <main><h1>Stools for every corner</h1><p class="lead">Made of solid oak in our own workshop, delivered within a week.</p><div class="grid">${[
      ['Round stool', '€ 89', 'Three legs, stands on any floor.'],
      ['Bar stool', '€ 129', 'With a rest for your feet.'],
      ['Step stool', '€ 74', 'Reaches the upper shelf.'],
      ['Piano stool', '€ 149', 'Turns up and down.'],
    ]
      .map(
        ([name, price, text], at) =>
          `<article class="item" id="item${at + 1}"><img src="${stools[at]}" width="900" height="600" alt="${name} beside a wall"><div><h2>${name}</h2><p class="text">${text}</p><p class="price">${price}</p><button class="buy">Add ${name?.toLowerCase()}</button></div></article>`,
      )
      .join(
        '',
      )}</div></main><footer>Prices include VAT. <a href="#terms">Terms</a><a href="#contact">Contact</a></footer>`,
  ),
};

const dashboard: Base = {
  name: 'dashboard',
  type: 'ui',
  html: wholePage(
    { language: 'en', title: 'Overview · Pulse', description: 'How your servers are doing right now.' },
    `body{font:15px/1.5 "DejaVu Sans",sans-serif;color:#e8ecf3;background:#10141c}
    .frame{display:grid;grid-template-columns:200px minmax(0,1fr);min-height:900px}aside{background:#171d29;padding:16px}aside a{display:block;padding:12px;color:#c4cede;text-decoration:none;border-radius:6px}aside a.now{background:#26304a;color:#fff}
    main{padding:28px}h1{font-size:26px;margin:0 0 20px}h2{font-size:18px;margin:28px 0 12px}.tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}.tile{background:#1a2130;border:1px solid #2c364b;border-radius:10px;padding:16px}
    .tile p{margin:0;color:#a9b6ca}.tile b{display:block;font-size:28px;line-height:1.3}.rows{list-style:none;margin:0;padding:0}.rows li{display:flex;gap:12px;align-items:center;padding:12px 0;border-bottom:1px solid #2c364b}.rows span{flex:1}
    .rows em{font-style:normal;color:#8fe0ad}button{font:14px/20px "DejaVu Sans",sans-serif;padding:9px 16px;background:#4c7dff;background:#2f5fe0;color:#fff;border:0;border-radius:6px}.icon{width:40px;height:40px;padding:10px;background:#26304a}
    @media(max-width:700px){.frame{grid-template-columns:minmax(0,1fr);min-height:0}.tiles{grid-template-columns:1fr 1fr}aside nav{display:flex;overflow-x:auto}main{padding:20px 16px}.rows li{flex-wrap:wrap}}`,
    `<div class="frame"><aside><nav aria-label="Main"><a class="now" aria-current="page" href="#o">Overview</a><a href="#s">Servers</a><a href="#a">Alerts</a><a href="#t">Team</a></nav></aside>
    <main><h1>Overview</h1><div class="tiles">${[
      ['Requests', '1.2 M'],
      ['Errors', '0.04 %'],
      ['Slowest', '812 ms'],
      ['Uptime', '99.98 %'],
    ]
      .map(
        ([name, value], at) =>
          `<div class="tile" id="tile${at + 1}"><p>${name}</p><b>${value}</b><p class="since">since yesterday</p></div>`,
      )
      .join('')}</div><h2>Servers</h2><ul class="rows">${['frankfurt-1', 'dublin-2', 'oslo-1']
      .map(
        (name, at) =>
          `<li id="row${at + 1}"><span>${name}</span><em>Running well</em><button>Restart ${name}</button><button class="icon" aria-label="More about ${name}"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><circle cx="4" cy="10" r="2" fill="#fff"/><circle cx="10" cy="10" r="2" fill="#fff"/><circle cx="16" cy="10" r="2" fill="#fff"/></svg></button></li>`,
      )
      .join('')}</ul><p class="note">Measured every ten seconds from four places.</p></main></div>`,
  ),
};

const article: Base = {
  name: 'article',
  type: 'website',
  html: wholePage(
    { language: 'en-GB', title: 'How bees find home · The Field', description: 'A walk with a beekeeper.' },
    `body{font:19px/1.65 "Liberation Serif",serif;color:#2a2622;background:#fbf8f2}header,main,footer{max-width:720px;margin:0 auto;padding:20px 24px}header a{color:#7a2e12;padding:10px 0;display:inline-block}
    h1{font-size:44px;line-height:1.15;margin:12px 0}h2{font-size:27px;margin:36px 0 8px}figure{margin:24px 0}figure img{width:100%;height:auto}figcaption{font-size:16px;color:#5d554c;margin-top:8px}.by{color:#5d554c;font-size:17px}
    blockquote{margin:24px 0;padding-left:20px;border-left:4px solid #c08a3e;font-style:italic}footer{font-size:16px;border-top:1px solid #d9d0c0;color:#5d554c}@media(max-width:700px){h1{font-size:33px}}`,
    `<header><a href="#home">The Field</a></header><main><h1>How bees find home</h1><p class="by">By Ruth Adler, 14 June</p>
    <p class="first">At half past five the hives are still. Then a first forager stands at the entrance, turns around and looks at where she lives, as she does every morning of her short life.</p>
    <figure><img src="${await photo('hills', 1440, 960, 3)}" width="1440" height="960" alt="Hives on a slope above a village"><figcaption>The hives above Lorch in June.</figcaption></figure>
    <h2>The first flight</h2><p class="second">She flies backwards at first, in wider and wider arcs, with her eyes on the hive. People who keep bees call it the orientation flight, and know better than to stand in it.</p>
    <blockquote>“They learn the house before they learn the road.”</blockquote>
    <h2>What the sun says</h2><p>When clouds hide the sun a stripe of blue sky is enough: its light tells where the sun must be. On grey days they follow the river, the hedge and the road, as we would.</p></main>
    <footer><p class="legal">Words and pictures may be used with our leave only.</p></footer>`,
  ),
};

const signUp: Base = {
  name: 'sign-up in German',
  type: 'ui',
  html: wholePage(
    { language: 'de', title: 'Konto anlegen · Bahnfreund', description: 'In zwei Minuten zum eigenen Konto.' },
    `body{font:16px/1.5 "Liberation Sans",sans-serif;background:#eef2f6;color:#1b2733}main{max-width:560px;margin:40px auto;background:#fff;border-radius:16px;padding:36px}h1{font-size:28px;margin:0 0 8px}.hint{color:#51606f;margin:0 0 24px}
    label{display:block;font-weight:600;margin:16px 0 6px}input[type=text],input[type=email],input[type=password],select{width:100%;height:46px;font:16px "Liberation Sans",sans-serif;padding:0 12px;border:1px solid #6d7b89;border-radius:8px;background:#fff;color:#1b2733}
    .agree{display:flex;gap:12px;font-weight:400;align-items:center;min-height:44px}.agree input{width:24px;height:24px;flex:none}.send{width:100%;font:600 17px/24px "Liberation Sans",sans-serif;padding:12px;margin-top:20px;border:0;border-radius:8px;background:#b3121d;color:#fff}
    .small{font-size:14px;color:#51606f}.small a{color:#8e0e17}@media(max-width:700px){main{margin:0;border-radius:0;padding:24px 16px}}`,
    `<main><h1>Konto anlegen</h1><p class="hint">Damit Fahrkarten und Ermäßigungen an einem Ort liegen.</p><form><label for="who">Vor- und Nachname</label><input id="who" type="text" value="Jürgen Großmann">
    <label for="mail">E-Mail-Adresse</label><input id="mail" type="email" placeholder="name@beispiel.de"><label for="pass">Passwort</label><input id="pass" type="password"><label for="card">Ermäßigung</label><select id="card"><option>Keine</option><option>BahnCard 25</option></select>
    <label class="agree"><input id="agree" type="checkbox"> Ich habe die Bedingungen gelesen.</label><button class="send">Konto kostenlos anlegen</button></form><p class="small">Schon dabei? <a href="#anmelden">Hier anmelden</a></p></main>`,
  ),
};

const pricing: Base = {
  name: 'pricing',
  type: 'website',
  html: wholePage(
    { language: 'en', title: 'Plans and prices · Sendly', description: 'Start for free, pay as you grow.' },
    `body{font:17px/1.5 "Liberation Sans",sans-serif;color:#1f1b3a;background:#fff}.hero{background:linear-gradient(120deg,#3d1f8f,#6a2bbd);color:#fff;text-align:center;padding:72px 24px 120px}.hero h1{font-size:48px;line-height:1.15;margin:0 0 12px}.hero p{margin:0;font-size:20px}
    .plans{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;max-width:1080px;margin:-72px auto 0;padding:0 24px}.plan{background:#fff;border-radius:16px;box-shadow:0 6px 24px rgba(31,27,58,.16);padding:28px}.plan h2{margin:0;font-size:22px}.plan b{font-size:40px;line-height:1.3;display:block}
    .plan ul{padding-left:20px;margin:12px 0 20px}.plan a{display:block;text-align:center;padding:12px 16px;border-radius:999px;background:#5a24ad;color:#fff;text-decoration:none;font-weight:600}.asked{max-width:760px;margin:56px auto;padding:0 24px}.asked h2{font-size:28px}.asked h3{font-size:19px;margin:24px 0 4px}.asked p{margin:0}
    footer{text-align:center;padding:24px;border-top:1px solid #e3e0ef;font-size:15px;color:#55506f}@media(max-width:700px){.plans{grid-template-columns:1fr;padding:0 16px}.hero h1{font-size:34px}}`,
    `<div class="hero"><h1>Simple prices, no surprises</h1><p>Try everything for thirty days.</p></div><main><div class="plans">${[
      ['Starter', '€ 0', '100 contacts', 'One sender'],
      ['Team', '€ 29', '5,000 contacts', 'Ten senders'],
      ['Company', '€ 99', '50,000 contacts', 'As many as you like'],
    ]
      .map(
        ([name, price, one, two], at) =>
          `<section class="plan" id="plan${at + 1}"><h2>${name}</h2><b>${price}</b><ul><li>${one}</li><li>${two}</li></ul><a href="#buy${at}">Choose ${name}</a></section>`,
      )
      .join(
        '',
      )}</div><div class="asked"><h2>Questions</h2><h3>Can I change later?</h3><p class="answer">At any time, up or down; you pay by the day.</p><h3>What if I stop?</h3><p>Your contacts stay yours: take them along as a file.</p></div></main><footer>© Sendly Ltd, Cork</footer>`,
  ),
};

const table: Base = {
  name: 'dense table',
  type: 'ui',
  html: wholePage(
    { language: 'en', title: 'Invoices · Ledger', description: 'All invoices of this year.' },
    `body{font:14px/1.45 "Liberation Sans",sans-serif;color:#222;background:#fafafa}main{max-width:1320px;margin:0 auto;padding:20px}h1{font-size:22px;margin:0 0 12px}.tools{display:flex;gap:10px;flex-wrap:wrap;align-items:center;margin-bottom:14px}.tools input{height:38px;font:15px "Liberation Sans",sans-serif;padding:0 10px;border:1px solid #777;border-radius:4px}
    .tools button{height:38px;padding:0 14px;border:1px solid #1a4f8a;background:#1a4f8a;color:#fff;border-radius:4px;font:15px "Liberation Sans",sans-serif}.scroll{overflow-x:auto;background:#fff;border:1px solid #ddd}table{border-collapse:collapse;width:100%;min-width:900px}th,td{padding:9px 12px;text-align:left;border-bottom:1px solid #e6e6e6;white-space:nowrap}th{background:#f0f2f5}
    td.sum{text-align:right}.late{color:#a31313;font-weight:700}.foot{color:#555}`,
    `<main><h1>Invoices</h1><div class="tools"><label for="find">Find</label><input id="find" type="search"><button>New invoice</button></div><div class="scroll" tabindex="0" role="region" aria-label="Invoices"><table><thead><tr><th>Number</th><th>Customer</th><th>Sent</th><th>Due</th><th>State</th><th>Total</th></tr></thead><tbody>${Array.from(
      { length: 14 },
      (_, at) =>
        `<tr id="line${at + 1}"><td>2026-${1040 + at}</td><td class="who">${['Acker & Sons', 'Blue Harbour Ltd', 'Conti Gelato', 'Delft Optics', 'Ems Logistics'][at % 5]}</td><td>${at + 2} Oct 2026</td><td>${at + 2} Nov 2026</td><td class="${at % 4 === 3 ? 'late' : 'fine'}">${at % 4 === 3 ? 'Overdue' : 'Paid'}</td><td class="sum">€ ${(at * 173.35 + 80).toFixed(2)}</td></tr>`,
    ).join('')}</tbody></table></div><p class="foot">14 of 14 invoices, € 16,894.85 in all.</p></main>`,
  ),
};

const settings: Base = {
  name: 'settings',
  type: 'ui',
  html: wholePage(
    { language: 'en', title: 'Notifications · Settings', description: 'Choose what you hear about.' },
    `body{font:16px/1.5 "DejaVu Sans",sans-serif;background:#f7f5f1;color:#2b2a28}main{max-width:760px;margin:0 auto;padding:32px 24px}h1{font-size:27px;margin:0 0 4px}.lead{margin:0 0 24px;color:#5a5750}fieldset{border:1px solid #d5d0c5;border-radius:12px;background:#fff;margin:0 0 20px;padding:8px 20px 16px}legend{font-weight:700;padding:0 6px}
    .pick{display:flex;align-items:center;gap:14px;min-height:52px;border-bottom:1px solid #ece8df}.pick:last-of-type{border:0}.pick span{flex:1}.pick input{width:24px;height:24px}.photo{width:72px;height:72px;border-radius:50%;object-fit:cover;margin-bottom:12px}.save{font:600 16px/24px "DejaVu Sans",sans-serif;padding:12px 24px;border:0;border-radius:10px;background:#14532d;color:#fff}
    .quiet{font:16px/24px "DejaVu Sans",sans-serif;padding:12px 20px;border:1px solid #14532d;border-radius:10px;background:#fff;color:#14532d;margin-left:8px}`,
    `<main><img class="photo" src="${await photo('dusk', 480, 480, 5)}" width="480" height="480" alt="You"><h1>Notifications</h1><p class="lead">Signed in as Mara Lind.</p><form><fieldset><legend>By email</legend>${[
      'Somebody answers me',
      'Somebody follows me',
      'News of the week',
    ]
      .map(
        (words, at) =>
          `<label class="pick" id="pick${at + 1}"><span>${words}</span><input type="checkbox" checked></label>`,
      )
      .join(
        '',
      )}</fieldset><fieldset><legend>On this phone</legend><label class="pick"><span>Messages</span><input type="checkbox"></label><label class="pick"><span>Reminders</span><input type="checkbox" checked></label></fieldset><button class="save">Save changes</button><button class="quiet" type="reset">Cancel</button></form></main>`,
  ),
};

export const pages = { shop, dashboard, article, signUp, pricing, table, settings };
