import { page } from './design-page.ts';

const rows = ['Oslo', 'Bergen', 'Tromsø', 'Bodø', 'Molde', 'Hamar', 'Skien'];
const bars = [40, 72, 55, 90, 64, 120, 101, 84, 132, 118];

const dashboard = page(
  'dashboard',
  1440,
  `body{font:14px/20px sans-serif;background:#14181f;color:#d7dde6;display:grid;grid-template-columns:220px 1fr;min-height:900px}
  nav{background:#0d1015;padding:24px}nav a{display:block;padding:8px 0;color:#8c98a8}main{padding:24px 32px}
  .tiles{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}.tile{background:#1d232d;border-radius:6px;padding:16px}.tile b{display:block;font-size:26px;line-height:36px}
  .panel{background:#1d232d;border-radius:6px;padding:16px;margin-top:16px}table{width:1120px;table-layout:fixed;border-spacing:0}td,th{text-align:left;padding:8px;border-bottom:1px solid #2c3440}`,
  `<nav data-region="side"><a>Overview</a><a>Stations</a><a>Alarms</a><a>Reports</a></nav><main><div class="tiles">
  <div class="tile" data-region="online">Online<b>214</b></div><div class="tile" data-region="late">Late<b>7</b></div><div class="tile" data-region="lost">Lost<b>2</b></div><div class="tile" data-region="wind">Wind<b>11.4 m/s</b></div></div>
  <div class="panel" data-region="chart"><svg width="1100" height="150">${bars.map((height, at) => `<rect x="${at * 110 + 10}" y="${150 - height}" width="70" height="${height}" fill="#3f8cff"/>`).join('')}</svg></div>
  <div class="panel"><table data-region="table"><tr><th>Station</th><th data-region="column">Wind</th><th>Rain</th><th>Battery</th></tr>${rows
    .map(
      (name, at) =>
        `<tr data-region="row ${name}"><td data-region="${name}">${name}</td><td>${at * 3 + 2} m/s</td><td data-region="rain ${name}">${at * 7 + 1}.${at} mm</td><td>${99 - at * 11} %</td></tr>`,
    )
    .join('')}</table></div></main>`,
);

const payments: [string, string, string][] = [
  ['Bakery Holm', 'Today 08:12', '4.20'],
  ['City tram', 'Today 07:50', '2.90'],
  ['Library fine', 'Yesterday', '1.00'],
  ['Hardware Lund', 'Yesterday', '63.75'],
  ['Salary', 'Friday', '2,410.00'],
  ['Rent', 'Friday', '980.00'],
];
const wallet = page(
  'wallet',
  390,
  `body{font:16px/22px sans-serif;background:#f2f3f5;color:#111}header{background:#0b3d3a;color:#fff;padding:48px 20px 28px}header b{display:block;font-size:38px;line-height:48px}
  .acts{display:flex;gap:8px;padding:16px 20px}.acts a{flex:1;text-align:center;background:#fff;border-radius:12px;padding:14px 0}
  h2{font-size:15px;margin:16px 20px 8px;color:#666}.pay{background:#fff;padding:12px 20px;border-bottom:1px solid #e7e7ea;display:flex}.pay span{flex:1}.pay small{display:block;color:#888}
  .bar{display:flex;background:#fff;margin-top:24px}.bar a{flex:1;text-align:center;padding:14px 0 22px}`,
  `<header data-region="balance">Balance<b>€ 1,204.18</b></header><div class="acts"><a data-region="send">Send</a><a data-region="ask">Ask</a><a data-region="more">More</a></div><h2 data-region="heading">Recent</h2>
  ${payments.map(([name, when, sum]) => `<div class="pay" data-region="${name}"><span>${name}<small>${when}</small></span><b>${sum}</b></div>`).join('')}
  <div class="bar" data-region="bar"><a>Home</a><a>Cards</a><a>Profile</a></div>`,
);

const settings = page(
  'settings',
  1024,
  `body{font:15px/22px sans-serif;background:#fff;color:#20262e;padding:40px 120px}h1{font-size:26px;margin:0 0 8px}fieldset{border:0;border-top:1px solid #ddd;margin:24px 0 0;padding:20px 0}
  legend{font-weight:bold;padding:0 12px 0 0}label{display:grid;grid-template-columns:200px 1fr;margin-bottom:12px}input,select{height:36px;border:1px solid #99a;padding:0 8px;font:inherit;background:#fff}
  .hint{margin:-4px 0 12px 200px;color:#667;font-size:13px}button{height:40px;padding:0 24px;border:0;font:inherit;background:#b3261e;color:#fff}`,
  `<h1 data-region="heading">Notifications</h1><p data-region="lead">Choose what reaches you, and when.</p>
  <fieldset><legend data-region="legend">Email</legend><label data-region="address"><span>Address</span><input value="ines@harbour.example"></label><p class="hint" data-region="hint">We write at most once a day.</p><label data-region="often"><span>How often</span><input value="Daily at 07:00"></label></fieldset>
  <fieldset><legend>Phone</legend><label data-region="number"><span>Number</span><input value="+47 555 010 22"></label><label data-region="quiet"><span>Quiet hours</span><input value="22:00 to 06:30"></label></fieldset>
  <button data-region="save">Save changes</button>`,
);

const lanes: [string, string[]][] = [
  ['Ideas', ['Map of the roof garden', 'Ask the beekeeper', 'Rain barrel, second size']],
  ['Doing', ['Order larch boards', 'Paint samples for the door']],
  ['Waiting', ['Permit for the scaffold', 'Quote from the glazier', 'Key from the neighbour', 'Weather']],
  ['Done', ['Measure the wall']],
];
const board = page(
  'board',
  1440,
  `body{font:15px/22px sans-serif;background:#dfe7e2;padding:24px}h1{margin:0 0 16px;font-size:22px}.lanes{display:flex;gap:16px;align-items:flex-start}.lane{width:336px;background:#f3f6f4;border-radius:10px;padding:12px}
  .lane h2{font-size:15px;margin:4px 4px 10px}.card{background:#fff;border-radius:8px;padding:14px;margin-bottom:10px;box-shadow:0 1px 0 #b9c4bd}`,
  `<h1 data-region="heading">Roof garden</h1><div class="lanes">${lanes
    .map(
      ([name, cards]) =>
        `<div class="lane" data-region="${name}"><h2>${name}</h2>${cards.map((card) => `<div class="card" data-region="${card}">${card}</div>`).join('')}</div>`,
    )
    .join('')}</div>`,
);

export const apps = { dashboard, wallet, settings, board };
