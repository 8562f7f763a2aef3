import { page } from './design-page.ts';

const tile = (at: number): string =>
  `background:linear-gradient(${at * 37}deg,hsl(${at * 53},60%,45%),hsl(${at * 91 + 40},50%,75%))`;
const gallery = page(
  'gallery',
  1280,
  `body{background:#fff;font:14px/20px sans-serif;padding:30px}h1{margin:0 0 20px;font-size:30px;line-height:38px}.cols{display:flex;gap:20px;align-items:flex-start}.cols>div{width:290px}figure{margin:0 0 20px}figure i{display:block}figcaption{padding:6px 0;color:#555}`,
  `<h1 data-region="heading">Plates from the coastal survey</h1><div class="cols">${[0, 1, 2, 3]
    .map(
      (column) =>
        `<div data-region="column ${column}">${[0, 1, 2]
          .map((row) => {
            const at = column * 3 + row;
            return `<figure data-region="plate ${at}"><i style="height:${140 + ((at * 47) % 120)}px;${tile(at)}"></i><figcaption>Plate ${at + 1}, ${['low', 'slack', 'high'][row]} water</figcaption></figure>`;
          })
          .join('')}</div>`,
    )
    .join('')}</div>`,
);

const docs = page(
  'docs',
  1366,
  `body{font:16px/26px sans-serif;display:grid;grid-template-columns:260px 760px 1fr;gap:32px;color:#222}nav{align-self:start;height:642px;padding:24px;background:#f7f7f9;border-right:1px solid #e4e4e8}nav a{display:block}main{padding:24px 0}
  h1{margin:0 0 12px}h2{margin:28px 0 8px;font-size:21px}pre{background:#23262f;color:#e9e7d8;padding:16px;font:14px/22px monospace;margin:0 0 16px}code{background:#eee}.note{border:1px solid #b9d3ff;background:#eef5ff;padding:12px 16px}`,
  `<nav data-region="nav"><a>Install</a><a>First run</a><a>Queues</a><a>Retries</a><a>Limits</a></nav><main><h1 data-region="title">Queues</h1><p data-region="lead">A queue keeps jobs until a worker takes them.</p>
  <h2 data-region="send">Send a job</h2><pre data-region="code send">const queue = open('mail');\nawait queue.send({ to: 'ines', body: 'hello' });</pre>
  <p class="note" data-region="note">A job that was sent twice with one key is stored once.</p>
  <h2 data-region="take">Take a job</h2><pre data-region="code take">for await (const job of queue.take()) {\n  await deliver(job);\n  await job.done();\n}</pre>
  <h2 data-region="fail">When a job fails</h2><p data-region="retries">It returns after one second, then after two, then after four. After the last try it moves to the dead letters, where a person looks.</p></main>`,
);

const poster = page(
  'poster',
  900,
  `body{position:relative;height:1200px;background:#f5e9d0;font:bold 20px/28px sans-serif}body>*{position:absolute}`,
  `<div data-region="sun" style="left:540px;top:80px;width:260px;height:260px;border-radius:50%;background:#e4572e"></div><div data-region="name" style="left:60px;top:90px;font-size:96px;line-height:100px;color:#17313b">Salt<br>&amp; Light</div>
  <div data-region="wave" style="left:0;top:700px;width:900px;height:220px;background:repeating-linear-gradient(100deg,#2e86ab 0 26px,#1f6f8b 26px 60px)"></div><div data-region="dates" style="left:60px;top:340px;color:#17313b">14 to 29 June<br>Old rope walk, hall 3</div>
  <div data-region="badge" style="left:640px;top:560px;width:150px;height:60px;border-radius:30px;background:#17313b;color:#f5e9d0;text-align:center;padding-top:16px">Free entry</div><div data-region="small" style="left:60px;top:1100px;font:15px/22px serif;color:#555">Printed on the last of the mill’s grey board.</div>
  <div data-region="boat" style="left:300px;top:600px;width:0;height:0;border:70px solid transparent;border-bottom:100px solid #17313b"></div>`,
);

const days = Array.from({ length: 35 }, (_, at) => at - 2);
const events = new Map([
  [3, 'Dentist'],
  [9, 'Choir'],
  [16, 'Choir'],
  [17, 'Ferry to Ven'],
  [23, 'Choir'],
  [27, 'Tax'],
]);
const calendar = page(
  'calendar',
  1180,
  `body{font:14px/20px sans-serif;padding:24px;color:#333}header{display:flex;gap:16px;align-items:center;margin-bottom:16px}header b{font-size:24px;margin-right:auto}header a{border:1px solid #bbb;padding:6px 14px}.month{display:grid;grid-template-columns:repeat(7,160px);border-left:1px solid #ddd;border-top:1px solid #ddd}.month div{height:110px;border-right:1px solid #ddd;border-bottom:1px solid #ddd;padding:6px}.month i{display:block;font-style:normal;background:#cfe8d5;padding:2px 6px;margin-top:6px}`,
  `<header><b data-region="title">September</b><a data-region="today">Today</a><a data-region="next">Next</a></header><div class="month">${days.map((day) => `<div data-region="day ${day}">${day < 1 || day > 30 ? '' : day}${events.has(day) ? `<i data-region="event ${day}">${events.get(day)}</i>` : ''}</div>`).join('')}</div>`,
);

export const art = { gallery, docs, poster, calendar };
