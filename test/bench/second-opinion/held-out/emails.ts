import { type Base, type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';

const letter = (title: string, css: string, preheader: string, body: string, language = 'en'): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}@media(prefers-color-scheme:dark){body,.ground{background:#111418!important}.sheet{background:#1c2127!important}.ink{color:#f0f2f4!important}}${css}</style></head>
<body style="margin:0;background:#eef0f3"><div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#eef0f3"><tr><td align="center" style="padding:20px 10px"><table class="sheet" role="presentation" width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:100%;max-width:600px"><tr><td style="padding:32px;font-family:Verdana,sans-serif">${body}</td></tr></table></td></tr></table></body></html>`;

const button = (words: string, to: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0"><tr><td bgcolor="#174ea6" style="border-radius:6px"><a class="button" href="${to}" style="display:inline-block;padding:14px 28px;font-size:17px;line-height:22px;color:#ffffff;text-decoration:none">${words}</a></td></tr></table>`;

const photoOf = await photo('hills', 1072, 560, 8);
const trip: Base = {
  name: 'travel confirmation',
  type: 'email',
  html: letter(
    'Your trip to Bergen',
    '',
    'Two nights, breakfast included: here is all you need on the way.',
    `<h1 class="ink" style="font-size:26px;line-height:1.3;margin:0 0 12px;color:#1c2430">Your trip to Bergen</h1><img src="${photoOf}" width="536" height="280" alt="The harbour of Bergen under the hills" style="display:block;width:100%;height:auto"><p class="ink body" style="font-size:16px;line-height:1.6;color:#2f3a48">Dear Solveig, your two nights from 4 to 6 June are booked and paid. The house is five minutes from the station; ring the bell until nine.</p>${button('See the booking', 'https://stay.example/b/91')}<p class="ink body2" style="font-size:16px;line-height:1.6;color:#2f3a48">Plans change? Tell us until 2 June and you pay nothing.</p><p class="ink end" style="font-size:14px;line-height:1.6;color:#4a5563">Stay Fjord AS, Strandgaten 12, Bergen. <a href="https://stay.example/unsubscribe" style="color:#174ea6">Unsubscribe from these emails</a></p>`,
  ),
};

const digest: Base = {
  name: 'club digest in German',
  type: 'email',
  html: letter(
    'Neues vom Ruderverein',
    '.col{font-size:16px}',
    'Die Termine im Mai, und wer das Boot gestrichen hat.',
    `<p class="ink" style="font-size:24px;line-height:1.3;font-weight:bold;color:#20302a;margin:0 0 16px">Neues vom Ruderverein</p><table role="presentation" width="100%" cellpadding="0" cellspacing="0">${[
      ['3. Mai', 'Anrudern um zehn Uhr, danach Kuchen im Bootshaus.'],
      ['17. Mai', 'Kurs für Anfänger, noch vier Plätze sind frei.'],
      ['30. Mai', 'Wanderfahrt nach Werder, Anmeldung bis zum 20.'],
    ]
      .map(
        ([day, words], at) =>
          `<tr><td class="ink" width="110" style="padding:12px 0;font-size:16px;line-height:1.5;font-weight:bold;color:#20302a;vertical-align:top">${day}</td><td class="ink words${at + 1}" style="padding:12px 0;font-size:16px;line-height:1.5;color:#20302a">${words}</td></tr>`,
      )
      .join(
        '',
      )}</table>${button('Zur Anmeldung', 'https://rudern.example/an')}<p class="ink last" style="font-size:14px;line-height:1.6;color:#4d5a54">Sie bekommen diese Post als Mitglied. <a class="off" href="https://rudern.example/abmelden" style="color:#174ea6">Newsletter abbestellen</a></p>`,
    'de',
  ),
};

const imageOnly = await photo('dusk', 1200, 1500, 3);
const filler = '<!-- '.concat(
  'tracking block of the sending tool, kept for every recipient of the list; '.repeat(1600),
  ' -->',
);

export const emailCases: readonly Case[] = [
  shoot('travel confirmation, as it should be', trip, 'email'),
  shoot(
    'travel confirmation, hurried',
    trip,
    'email',
    {
      name: 'photo without alt',
      rules: theme.alt,
      at: 'img',
      swap: [[' alt="The harbour of Bergen under the hills"', '']],
    },
    {
      name: 'grey on white',
      rules: theme.contrast,
      at: '.body2',
      swap: [
        [
          '<p class="ink body2" style="font-size:16px;line-height:1.6;color:#2f3a48">',
          '<p class="body2" style="font-size:16px;line-height:1.6;color:#b5bcc6">',
        ],
      ],
    },
    { name: 'name not filled in', rules: theme.leftIn, at: '.body', swap: [['Dear Solveig,', 'Dear *|FNAME|*,']] },
  ),
  shoot(
    'club digest, from a web page',
    digest,
    'email',
    {
      name: 'columns by grid',
      rules: ['dropped-by-mail-clients'],
      at: null,
      css: '.cols{display:grid;grid-template-columns:1fr 1fr;gap:20px;position:sticky}',
      swap: [
        [
          '<p class="ink last"',
          '<div class="cols"><p class="ink" style="font-size:16px;margin:0">Boot 12 ist frisch gestrichen.</p><p class="ink" style="font-size:16px;margin:0">Danke an Familie Kühn.</p></div><p class="ink last"',
        ],
      ],
    },
    {
      name: 'no way out',
      rules: ['no-unsubscribe'],
      at: null,
      swap: [
        [' <a class="off" href="https://rudern.example/abmelden" style="color:#174ea6">Newsletter abbestellen</a>', ''],
      ],
    },
  ),
  shoot(
    'club digest, for ants',
    digest,
    'email',
    {
      name: 'nine pixels',
      rules: theme.small,
      at: '.words2',
      swap: [
        [
          '<td class="ink words2" style="padding:12px 0;font-size:16px',
          '<td class="ink words2" style="padding:12px 0;font-size:9px',
        ],
      ],
    },
    {
      name: 'button as low as a line',
      rules: theme.target,
      at: '.button',
      swap: [
        [
          'display:inline-block;padding:14px 28px;font-size:17px;line-height:22px',
          'display:inline-block;padding:0 6px;font-size:13px;line-height:16px',
        ],
      ],
      also: theme.small,
    },
  ),
  shoot(
    'travel confirmation, one picture',
    trip,
    'email',
    {
      name: 'all of it is a picture',
      rules: ['image-only-email'],
      at: null,
      swap: [
        [
          trip.html.slice(trip.html.indexOf('<h1 class="ink"'), trip.html.indexOf('<p class="ink end"')),
          `<img src="${imageOnly}" width="536" alt="Your trip to Bergen" style="display:block;width:100%;height:auto">`,
        ],
      ],
    },
    {
      name: 'nothing beside the subject',
      rules: ['no-preheader'],
      at: null,
      swap: [
        [
          '<div style="display:none;max-height:0;overflow:hidden">Two nights, breakfast included: here is all you need on the way.</div>',
          '',
        ],
      ],
    },
  ),
  shoot(
    'club digest, heavy',
    digest,
    'email',
    { name: 'longer than is shown', rules: ['clipped-by-gmail'], at: null, swap: [['</body>', `${filler}</body>`]] },
    {
      name: 'table of fixed width',
      rules: ['email-too-wide'],
      at: '.sheet',
      swap: [
        [
          'width="600" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:100%;max-width:600px"',
          'width="860" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:860px"',
        ],
      ],
    },
    {
      name: 'nothing for dark mode',
      rules: ['no-dark-mode'],
      at: null,
      swap: [
        [
          '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
          '',
        ],
        [
          ':root{color-scheme:light dark}@media(prefers-color-scheme:dark){body,.ground{background:#111418!important}.sheet{background:#1c2127!important}.ink{color:#f0f2f4!important}}',
          '',
        ],
      ],
    },
  ),
];
