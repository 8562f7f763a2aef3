import { exampleImage } from '../../../../server/checklist/rules/example-images.ts';

/** A word mark with its own background. */
const logo = (name: string, colour: string): string =>
  `<img width="150" height="40" alt="${name}" style="display:block" src="data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="40"><rect width="150" height="40" rx="6" fill="${colour}"/><circle cx="20" cy="20" r="9" fill="#fff"/><path d="M40 26V14l7 8 7-8v12M62 26h12M82 14v12M90 26l6-12 6 12M110 14h12M116 14v12" stroke="#fff" stroke-width="3" fill="none"/></svg>`,
  )}">`;

const photo = (width: number, height: number, alt: string): string =>
  `<img src="${exampleImage(width, height)}" width="${width}" height="${height}" alt="${alt}" style="display:block;max-width:100%">`;

const whole = (title: string, preview: string, body: string, ground = '#f3f4f6'): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title>
<style>@media (max-width:480px){.frame{width:100% !important}.half{display:block !important;width:100% !important}} a:hover{opacity:.9}</style>
<!--[if mso]><style>td,p,a{font-family:Arial,sans-serif !important}</style><![endif]--></head>
<body style="margin:0;padding:0;background-color:${ground};font-family:Arial,Helvetica,sans-serif;color:#1f2933">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${'&zwnj;&nbsp;'.repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${ground}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600"><tr><td><![endif]-->
<table role="presentation" class="frame" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="border-radius:12px;overflow:hidden">${body}</table>
<!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`;

const row = (inner: string, style = ''): string => `<tr><td style="padding:20px 32px;${style}">${inner}</td></tr>`;
const p = (words: string): string => `<p style="margin:0 0 14px;font-size:16px;line-height:24px">${words}</p>`;
const h1 = (words: string): string => `<h1 style="margin:0 0 14px;font-size:26px;line-height:32px">${words}</h1>`;
const button = (words: string, href: string, colour = '#1d4ed8'): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="${colour}" style="border-radius:8px"><a href="${href}" style="display:inline-block;padding:14px 26px;font-size:16px;line-height:20px;color:#ffffff;text-decoration:none;font-weight:bold">${words}</a></td></tr></table>`;
const small = (words: string): string =>
  row(`<p style="margin:0;font-size:13px;line-height:20px;color:#52606d">${words}</p>`, 'border-top:1px solid #e4e7eb');

const line = (name: string, price: string): string =>
  `<tr><td style="padding:10px 0;border-bottom:1px solid #e4e7eb;font-size:15px">${name}</td><td align="right" style="padding:10px 0;border-bottom:1px solid #e4e7eb;font-size:15px">${price}</td></tr>`;

const receipt = whole(
  'Your receipt',
  'Paid with your card ending in 4242. Nothing is left to do.',
  row(logo('Harbour Coffee', '#0b4f4a')) +
    row(
      `${h1('Thanks for your order, Mira')}${p('We have received your payment for order 20417. It leaves our roastery tomorrow morning.')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${line('House blend, 500 g', '€ 12.00')}${line('Filter papers, 100', '€ 4.50')}${line('<b>Total</b>', '<b>€ 16.50</b>')}</table>`,
    ) +
    row(button('See the order', 'https://coffee.example/orders/20417', '#0b4f4a')) +
    small('Harbour Coffee, Pier 4, Hilltown. Questions? Just answer to this email.'),
);

const newsletter = whole(
  'Trails, issue 12',
  'A ridge walk, a hut that opens again, and how to dry boots',
  row(`${logo('Trails', '#33691e')}<p style="margin:10px 0 0;font-size:14px;color:#52606d">Issue 12 · November</p>`) +
    `<tr><td>${photo(600, 280, 'A ridge above the clouds')}</td></tr>` +
    row(
      `${h1('The ridge between two lakes')}${p('Eleven kilometres, mostly flat, and a view that does not end. We walked it in October, when the larches turn, and met four people all day.')}${button('Read the whole walk', 'https://trails.example/ridge', '#33691e')}`,
    ) +
    row(
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${[
        'The hut above the valley opens again',
        'How to dry boots overnight',
      ]
        .map(
          (title, at) =>
            `<td class="half" width="50%" valign="top" style="padding:0 ${at === 0 ? 12 : 0}px 0 ${at === 0 ? 0 : 12}px">${photo(250, 150, title)}<h2 style="font-size:18px;line-height:24px;margin:12px 0 6px">${title}</h2>${p('What has changed, what it costs, and whom to ask before you go.')}<a href="https://trails.example/${at}" style="color:#2e5d1b;font-size:16px;line-height:24px">Read on</a></td>`,
        )
        .join('')}</tr></table>`,
    ) +
    small(
      'You get this newsletter because you signed up on trails.example. <a href="https://trails.example/u" style="color:#52606d">Unsubscribe</a> or <a href="https://trails.example/p" style="color:#52606d">change how often it comes</a>.',
    ),
);

const reset = whole(
  'Reset your password',
  'The link works for one hour. Was it not you? Then nothing needs to be done.',
  row(logo('Ledgerly', '#312e81')) +
    row(
      `${h1('Reset your password')}${p('Somebody, hopefully you, asked for a new password for mira@example.com.')}${button('Choose a new password', 'https://ledgerly.example/reset?t=1', '#312e81')}`,
    ) +
    row(
      p('The link works for one hour. Was it not you? Then there is nothing to do, and your password stays as it is.'),
    ) +
    small('Ledgerly, 12 Mill Lane, Hilltown'),
);

const invitation = whole(
  'You are invited',
  'Friday 5 December at seven, in the old boat house',
  `<tr><td>${photo(600, 240, 'The boat house at dusk')}</td></tr>` +
    row(
      `${h1('We are ten, come and eat with us')}${p('For ten years we have repaired bicycles in this street. On Friday 5 December we close early, put tables between the stands, and cook for everybody who ever brought one.')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px"><tr><td style="padding:4px 20px 4px 0;font-size:16px"><b>When</b></td><td style="font-size:16px">Friday, 5 December, from seven</td></tr><tr><td style="padding:4px 20px 4px 0;font-size:16px"><b>Where</b></td><td style="font-size:16px">The old boat house, Canal Road 3</td></tr></table>
${button('I am coming', 'https://bikes.example/yes', '#9a3412')}`,
      'text-align:left',
    ) +
    small('Spoke & Chain, Canal Road 5, Hilltown'),
  '#fff7ed',
);

const promotion = whole(
  'A third off tents',
  'Until Sunday, in the shop and online, with free delivery',
  row(logo('Northfold', '#7c2d12'), 'text-align:center') +
    row(
      `<p style="margin:0;font-size:40px;line-height:46px;font-weight:bold;color:#ffffff">30% off all tents</p><p style="margin:10px 0 20px;font-size:18px;line-height:26px;color:#fde8d7">Until Sunday night, in all four shops and online.</p>${button('Shop the sale', 'https://northfold.example/tents', '#b45309')}`,
      'background-color:#431407;background-image:linear-gradient(120deg,#431407,#7c2d12)',
    ) +
    row(
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${['Ridge 2', 'Ridge 4']
        .map(
          (name) =>
            `<td class="half" width="50%" valign="top" style="padding:0 8px">${photo(240, 160, `The tent ${name}`)}<p style="margin:10px 0 2px;font-size:17px;font-weight:bold">${name}</p><p style="margin:0 0 10px;font-size:16px"><s style="color:#52606d">€ 420</s> € 294</p></td>`,
        )
        .join('')}</tr></table>`,
    ) +
    small(
      'Northfold, Harbour 9, Hilltown. You asked for offers when you bought with us. <a href="https://northfold.example/u" style="color:#52606d">Unsubscribe</a>',
    ),
);

const plain = `<p>Hi Mira,</p>
<p>the build is green again: the test waited for a clock that never moved. I have pushed the change, and
<a href="https://git.example/change/81">the diff is here</a> if you want to have a look before lunch.</p>
<p>See you at two,<br>Jon</p>`;

/** Emails that a designer would let pass, by name. */
export const cleanEmails: Readonly<Record<string, string>> = {
  receipt,
  newsletter,
  'reset password': reset,
  invitation,
  promotion,
  plain,
};
