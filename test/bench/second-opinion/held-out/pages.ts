import { wholePage } from '../document.ts';
import type { Base } from '../labelled.ts';
import { photo } from '../photos.ts';

const recipe: Base = {
  name: 'recipe in French',
  type: 'website',
  html: wholePage(
    {
      language: 'fr',
      title: 'Tarte aux poireaux · La Table du jeudi',
      description: 'Une tarte simple pour quatre personnes.',
    },
    `body{font:18px/1.6 "DejaVu Serif",serif;color:#33261d;background:#fffdf9}.top{display:flex;align-items:center;justify-content:space-between;padding:14px 28px;background:#5b2c17;color:#fff}.top a{color:#fff;padding:10px}
    .wrap{max-width:1080px;margin:0 auto;padding:28px;display:grid;grid-template-columns:minmax(0,2fr) minmax(0,1fr);gap:40px}h1{font-size:40px;line-height:1.2;margin:0 0 12px}h2{font-size:24px;margin:28px 0 8px}.dish{width:100%;height:auto;border-radius:6px}
    .facts{display:flex;gap:24px;list-style:none;padding:0;color:#6a5241;font-size:16px}.box{background:#f6ecdf;border-radius:8px;padding:20px;align-self:start}.box h2{margin-top:0}.box ul{padding-left:20px;margin:0}.steps li{margin-bottom:12px}.print{font:16px/22px "DejaVu Serif",serif;padding:12px 18px;border:1px solid #5b2c17;background:#fff;color:#5b2c17;border-radius:6px;margin-top:16px}
    .end{padding:20px 28px;border-top:1px solid #eadfce;color:#6a5241;font-size:15px}@media(max-width:720px){.wrap{grid-template-columns:minmax(0,1fr);padding:18px;gap:12px}h1{font-size:30px}.facts{flex-wrap:wrap;gap:6px 20px}}`,
    `<div class="top"><b>La Table du jeudi</b><a href="#recettes">Recettes</a></div><main class="wrap"><div><h1>Tarte aux poireaux et au comté</h1><ul class="facts"><li>45 minutes</li><li>4 personnes</li><li>Facile</li></ul><img class="dish" src="${await photo('kitchen', 1400, 880, 2)}" width="1400" height="880" alt="Une tarte dorée sur une planche de bois">
    <h2>Préparation</h2><ol class="steps"><li>Émincez les poireaux et faites-les fondre dans le beurre.</li><li>Battez les œufs avec la crème et le fromage râpé.</li><li id="bake">Versez sur la pâte et enfournez trente minutes à 180 degrés.</li></ol><p class="tip">Servez-la tiède, avec une salade un peu amère.</p></div>
    <aside class="box"><h2>Ingrédients</h2><ul><li>3 poireaux</li><li id="butter">40 g de beurre</li><li>3 œufs</li><li>20 cl de crème</li><li>120 g de comté</li></ul><button class="print">Imprimer la recette</button></aside></main><div class="end">Photographies : atelier du jeudi.</div>`,
  ),
};

const bank: Base = {
  name: 'bank account',
  type: 'ui',
  html: wholePage(
    { language: 'en', title: 'Everyday account · Linden Bank', description: 'Balance and latest payments.' },
    `body{font:16px/1.5 "Liberation Sans",sans-serif;color:#14231c;background:#edf3ef}nav{background:#fff;padding:8px 24px;display:flex;gap:8px;border-bottom:1px solid #d3ded7;overflow-x:auto}nav a{padding:12px;color:#14231c;text-decoration:none;white-space:nowrap}nav a.on{border-bottom:3px solid #0b6b45}
    main{max-width:980px;margin:0 auto;padding:28px 24px}h1{font-size:24px;margin:0}.sum{font-size:46px;line-height:1.2;font-weight:700;margin:4px 0 20px}.acts{display:flex;gap:12px;flex-wrap:wrap;margin-bottom:28px}.acts button{font:600 16px/22px "Liberation Sans",sans-serif;padding:12px 22px;border-radius:24px;border:0;background:#0b6b45;color:#fff}
    section{background:#fff;border-radius:14px;padding:8px 20px;margin-bottom:20px}h2{font-size:18px;margin:14px 0}.pay{display:grid;grid-template-columns:44px minmax(0,1fr) auto;gap:14px;align-items:center;padding:12px 0;border-top:1px solid #e3ebe6}.dot{width:44px;height:44px;border-radius:50%;background:#d7e8de;display:grid;place-items:center;font-weight:700}
    .pay small{font-size:14px;color:#52645a;display:block}.in{color:#0b6b45}.fine{font-size:14px;color:#52645a}`,
    `<nav aria-label="Accounts"><a class="on" href="#e" aria-current="page">Everyday</a><a href="#s">Savings</a><a href="#c">Cards</a></nav><main><h1>Everyday account</h1><p class="sum">£ 2,418.60</p><div class="acts"><button id="send">Send money</button><button id="ask">Request money</button></div><section><h2>Latest payments</h2>${[
      ['G', 'Greengrocer Ives', 'Today, 12:04', '− £ 14.20'],
      ['R', 'Rent, November', 'Yesterday', '− £ 980.00'],
      ['S', 'Salary, Otter Studio', '19 November', '+ £ 2,950.00'],
      ['T', 'Tram pass', '18 November', '− £ 62.00'],
    ]
      .map(
        ([letter, who, when, sum], at) =>
          `<div class="pay" id="pay${at + 1}"><span class="dot" aria-hidden="true">${letter}</span><span class="who">${who}<small>${when}</small></span><b class="${sum?.startsWith('+') ? 'in' : 'out'}">${sum}</b></div>`,
      )
      .join('')}</section><p class="fine">Payments are shown as soon as the other bank tells us.</p></main>`,
  ),
};

const reference: Base = {
  name: 'API reference, dark',
  type: 'website',
  html: wholePage(
    { language: 'en', title: 'Send a message · Relay docs', description: 'How to send a message with the Relay API.' },
    `body{font:16px/1.6 "DejaVu Sans",sans-serif;background:#0e1116;color:#dde3ea}.cols{display:grid;grid-template-columns:240px minmax(0,1fr);max-width:1280px;margin:0 auto}.side{padding:24px;border-right:1px solid #29303a}.side a{display:block;padding:10px 12px;color:#b9c4d0;text-decoration:none}.side a.on{color:#fff;background:#1d2530;border-radius:6px}
    main{padding:32px 40px}h1{font-size:32px;margin:0 0 8px}h2{font-size:22px;margin:32px 0 8px}pre{background:#171c24;border:1px solid #29303a;border-radius:8px;padding:16px;overflow-x:auto;font:14px/1.6 "DejaVu Sans Mono",monospace}code{font:14px "DejaVu Sans Mono",monospace;color:#9fd0ff}
    .where{font-size:14px;color:#a2adba;margin:0 0 20px}dl{display:grid;grid-template-columns:140px minmax(0,1fr);gap:10px 20px}dt{font-weight:700}dd{margin:0}.next{display:inline-block;margin-top:24px;padding:12px 18px;border:1px solid #5aa9ff;border-radius:8px;color:#9fd0ff;text-decoration:none}
    @media(max-width:720px){.cols{grid-template-columns:minmax(0,1fr)}.side{display:flex;overflow-x:auto;border:0;padding:12px}.side a{white-space:nowrap}main{padding:20px 16px}dl{grid-template-columns:minmax(0,1fr);gap:4px}}`,
    `<div class="cols"><nav class="side" aria-label="Chapters"><a href="#start">Start</a><a class="on" aria-current="page" href="#send">Send a message</a><a href="#list">List messages</a><a href="#hooks">Webhooks</a></nav><main><h1>Send a message</h1><p class="where">Available to every project since version 2.</p><p class="intro">Takes a text and who it is for, and answers as soon as it is on its way.</p>
    <pre tabindex="0"><code>curl https://relay.example/v2/messages -d '{"to": "+44700900123", "text": "Your table is ready"}'</code></pre><h2>Fields</h2><dl><dt>to</dt><dd>Number in international form.</dd><dt>text</dt><dd>Up to 640 characters; longer ones are refused.</dd><dt>when</dt><dd id="when">A time within the next week.</dd></dl><h2>Errors</h2><p class="errors">What cannot be delivered is said to your webhook, with the reason.</p><a class="next" href="#list">Next: list messages</a></main></div>`,
  ),
};

const booking: Base = {
  name: 'booking form',
  type: 'website',
  html: wholePage(
    { language: 'en', title: 'Book a table · Osteria Lume', description: 'Reserve a table for tonight or next week.' },
    `body{font:17px/1.5 "Liberation Sans Narrow","Liberation Sans",sans-serif;color:#1f2421;background:#f2eee6}.band{background:#23402f;color:#fff;padding:40px 24px;text-align:center}.band h1{font-size:38px;line-height:1.2;margin:0}.band p{margin:8px 0 0}
    form{max-width:620px;margin:28px auto;background:#fff;padding:28px;border-radius:10px;display:grid;grid-template-columns:1fr 1fr;gap:18px}form label{display:flex;flex-direction:column;gap:6px;font-weight:600}form .all{grid-column:1/-1}input,select,textarea{font:17px "Liberation Sans",sans-serif;border:1px solid #747b76;border-radius:6px;padding:10px 12px;background:#fff;color:#1f2421;width:100%}
    .go{font:600 18px/24px "Liberation Sans",sans-serif;border:0;border-radius:6px;background:#a3341c;color:#fff;padding:13px}.call{text-align:center;padding:0 24px 32px}.call a{color:#8a2a15}@media(max-width:720px){form{grid-template-columns:minmax(0,1fr);margin:0;border-radius:0;padding:20px 16px}.band h1{font-size:30px}}`,
    `<div class="band"><h1>Book a table</h1><p class="open">Open from Tuesday to Sunday, 18:00 to 23:00</p></div><form><label>Your name<input name="name" autocomplete="name"></label><label>Telephone<input name="tel" type="tel"></label><label>People<select name="people"><option>2</option><option>4</option></select></label><label>Time<select name="time"><option>19:00</option><option>20:30</option></select></label>
    <label class="all">Anything we should know?<textarea rows="3" name="wish">We come with a pram.</textarea></label><button class="go all">Reserve the table</button></form><p class="call">More than eight people? <a href="tel:+390000">Call us</a> and we find a way.</p>`,
  ),
};

const login: Base = {
  name: 'sign-in beside a photo',
  type: 'website',
  html: wholePage(
    { language: 'en', title: 'Sign in · Driftwood', description: 'Sign in to your studio.' },
    `body{font:16px/1.5 "DejaVu Sans",sans-serif;color:#1d2430}.split{display:grid;grid-template-columns:1fr 1fr;min-height:900px}.split>img{width:100%;height:100%;max-height:900px;object-fit:cover}.card{padding:48px;align-self:center;max-width:520px}.card h1{font-size:30px;margin:0 0 6px}.card p{color:#4f5b6b;margin:0 0 20px}
    .card label{display:block;margin:14px 0 6px;font-weight:700}.card input{width:100%;height:48px;padding:0 14px;font:16px "DejaVu Sans",sans-serif;border:1px solid #6f7a89;border-radius:10px;color:#1d2430;background:#fff}.in{width:100%;margin-top:22px;padding:13px;font:700 16px/22px "DejaVu Sans",sans-serif;border:0;border-radius:10px;background:#0f4c75;color:#fff}.card a{color:#0f4c75;display:inline-block;padding:12px 0}
    @media(max-width:720px){.split{grid-template-columns:minmax(0,1fr);min-height:0}.split>img{height:200px}.card{padding:24px 16px}}`,
    `<main class="split"><img src="${await photo('sea', 1500, 1500, 4)}" width="1500" height="1500" alt=""><div class="card"><h1>Welcome back</h1><p>Your boards are as you left them.</p><form><label for="user">Email</label><input id="user" type="email" autocomplete="username"><label for="word">Password</label><input id="word" type="password" autocomplete="current-password"><button class="in">Sign in</button></form><a href="#forgot">Forgot your password?</a></div></main>`,
  ),
};

const cards = [
  'Draft the invitation',
  'Order the printed programme',
  'Choose a room for the rehearsal',
  'Ask the choir',
  'Pay the deposit',
  'Write to the neighbours',
];
const board: Base = {
  name: 'task board',
  type: 'ui',
  html: wholePage(
    { language: 'en', title: 'Summer concert · Boards', description: 'What is to be done before the concert.' },
    `body{font:15px/1.45 "Liberation Sans",sans-serif;color:#172b3a;background:#d9e6ee}header{display:flex;gap:12px;align-items:center;padding:14px 24px;background:#123a52;color:#fff}header h1{font-size:20px;margin:0;flex:1}.tool{width:44px;height:44px;border:0;border-radius:8px;background:#1f5574;padding:12px}.add{height:44px;padding:0 18px;border:0;border-radius:8px;background:#ffd166;color:#172b3a;font:700 15px "Liberation Sans",sans-serif}
    .lanes{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:18px;padding:20px 24px 40px}.lane{background:#f4f8fa;border-radius:12px;padding:12px 14px}.lane h2{font-size:16px;margin:4px 0 12px}.task{background:#fff;border:1px solid #c7d6df;border-radius:8px;padding:12px;margin-bottom:10px}.task p{margin:0 0 6px;font-weight:700}.task span{color:#4b6272;font-size:14px}
    @media(max-width:720px){.lanes{grid-template-columns:minmax(0,1fr);padding:14px}header{flex-wrap:wrap}}`,
    `<header><h1>Summer concert</h1><button class="tool" id="search" aria-label="Search"><svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="#fff" stroke-width="2" aria-hidden="true"><circle cx="8" cy="8" r="6"/><path d="M13 13l6 6"/></svg></button><button class="tool" id="bell" aria-label="News"><svg width="20" height="20" viewBox="0 0 20 20" fill="#fff" aria-hidden="true"><path d="M4 15h12l-2-3V8a4 4 0 0 0-8 0v4z"/></svg></button><button class="add">Add a task</button></header><main class="lanes">${[
      'To do',
      'Doing',
      'Done',
    ]
      .map(
        (lane, at) =>
          `<section class="lane" id="lane${at + 1}"><h2>${lane}</h2>${[0, 1].map((of) => `<article class="task" id="task${at * 2 + of + 1}"><p>${cards[at * 2 + of]}</p><span>Due on ${at * 4 + of + 3} June</span></article>`).join('')}</section>`,
      )
      .join('')}</main>`,
  ),
};

const festival: Base = {
  name: 'festival in Spanish',
  type: 'website',
  html: wholePage(
    {
      language: 'es',
      title: 'Festival de la Ribera · 12 al 14 de julio',
      description: 'Tres días de música junto al río.',
    },
    `body{font:18px/1.5 "Liberation Sans",sans-serif;color:#26121f;background:#fff}.hero{position:relative;color:#fff;background:#26121f}.hero img{width:100%;height:480px;object-fit:cover}.hero .veil{position:absolute;inset:0;background:rgba(30,10,25,.8);display:flex;flex-direction:column;align-items:flex-start;justify-content:center;padding:0 8%}.hero h1{font-size:60px;line-height:1.05;margin:0 0 12px}.hero p{margin:0 0 24px;font-size:21px}
    .cta{background:#ffe08a;color:#26121f;font-weight:700;padding:14px 28px;border-radius:6px;text-decoration:none}.days{max-width:1100px;margin:0 auto;padding:40px 24px}.days h2{font-size:32px;margin:0 0 20px}.row{display:grid;grid-template-columns:repeat(3,1fr);gap:24px}.day{border-top:4px solid #b0256b;padding-top:14px}.day h3{margin:0 0 6px;font-size:22px}.day p{margin:0}
    .news{background:#f7eef3;padding:32px 24px;text-align:center}.news h2{margin:0 0 8px}.news a{display:inline-block;padding:12px;color:#8c1a54}@media(max-width:720px){.hero h1{font-size:40px}.row{grid-template-columns:minmax(0,1fr)}}`,
    `<div class="hero"><img src="${await photo('dusk', 1800, 900, 6)}" width="1800" height="900" alt=""><div class="veil"><h1>Festival de la Ribera</h1><p class="when">Del 12 al 14 de julio, a orillas del río</p><a class="cta" href="#entradas">Comprar entradas</a></div></div><main><div class="days"><h2>Tres días, tres escenarios</h2><div class="row"><section class="day" id="fri"><h3>Viernes</h3><p>Cantautoras y guitarras hasta la medianoche.</p></section><section class="day" id="sat"><h3>Sábado</h3><p>Orquestas de baile y una noche de tambores.</p></section><section class="day" id="sun"><h3>Domingo</h3><p>Coros infantiles por la mañana, jazz por la tarde.</p></section></div></div><div class="news"><h2>Cómo llegar</h2><p class="way">El tren para a diez minutos andando.</p><a href="#mapa">Ver el mapa</a></div></main>`,
  ),
};

export const pages = { recipe, bank, reference, booking, login, board, festival };
