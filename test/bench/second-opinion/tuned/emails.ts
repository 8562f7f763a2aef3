import { type Base, type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';

const hero = await photo('kitchen', 1200, 560, 4);

const sale: Base = {
  name: 'newsletter of a shop',
  type: 'email',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Spring at Nook</title><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme: dark){.all,.in{background:#15171a!important}.t{color:#f3f3f3!important}}</style></head>
<body style="margin:0;padding:0;background:#ffffff"><div style="display:none;font-size:1px;max-height:0;overflow:hidden">New stools, and a chair that folds flat.</div><table class="all" role="presentation" width="100%" border="0" cellpadding="0" cellspacing="0"><tr><td align="center"><table class="in" role="presentation" width="600" border="0" cellpadding="0" cellspacing="0" style="width:600px;max-width:100%">
<tr><td style="padding:24px"><img src="${hero}" width="552" height="258" alt="A kitchen with two oak stools" style="display:block;width:100%;height:auto"></td></tr><tr><td class="t" style="padding:0 24px;font:bold 28px/34px Arial,sans-serif;color:#22262b">Spring in the kitchen</td></tr><tr><td class="t main" style="padding:12px 24px;font:16px/25px Arial,sans-serif;color:#3a414a">Four stools in new colours have come out of the workshop, and a chair that folds as flat as a newspaper.</td></tr>
<tr><td style="padding:12px 24px 24px"><a class="buy" href="https://nook.example/spring" style="display:inline-block;background:#1d5c3f;color:#ffffff;font:bold 17px/22px Arial,sans-serif;padding:13px 26px;text-decoration:none;border-radius:6px">See what is new</a></td></tr><tr><td class="t foot" style="padding:16px 24px 32px;font:14px/21px Arial,sans-serif;color:#555d66">Nook, Mill Lane 3, Cork. <a class="off" href="https://nook.example/off" style="color:#1d5c3f">Unsubscribe</a></td></tr></table></td></tr></table></body></html>`,
};

const reset: Base = {
  name: 'order is on its way',
  type: 'email',
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your parcel</title><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>:root{color-scheme:light dark}@media (prefers-color-scheme: dark){.card{background:#20242a!important}.t{color:#ffffff!important}}</style></head>
<body style="margin:0;background:#f2f4f6"><div style="display:none;max-height:0;overflow:hidden">It arrives on Thursday between ten and noon.</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:30px 12px"><table class="card" role="presentation" width="560" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="max-width:560px;width:100%"><tr><td style="padding:34px">
<h1 class="t" style="margin:0 0 14px;font:bold 24px/30px Georgia,serif;color:#1f2933">Your parcel is on its way</h1><p class="t say" style="margin:0 0 20px;font:17px/27px Georgia,serif;color:#323f4b">It left our house this morning and arrives on Thursday between ten and noon. Nobody at home? The neighbours may sign.</p><table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="#8a2c0d" style="border-radius:4px"><a class="track" href="https://parcels.example/t/7" style="display:inline-block;padding:14px 24px;color:#ffffff;font:bold 16px/20px Georgia,serif;text-decoration:none">Follow the parcel</a></td></tr></table>
<p class="t two" style="margin:24px 0 0;font:15px/24px Georgia,serif;color:#52606d">You get this because you ordered from us. <a class="off" href="https://parcels.example/off" style="color:#8a2c0d">Unsubscribe</a></p></td></tr></table></td></tr></table></body></html>`,
};

export const emailCases: readonly Case[] = [
  shoot('newsletter, as it should be', sale, 'email'),
  shoot(
    'newsletter, careless',
    sale,
    'email',
    { name: 'photo without alt', rules: theme.alt, at: 'img', swap: [[' alt="A kitchen with two oak stools"', '']] },
    {
      name: 'no unsubscribe',
      rules: ['no-unsubscribe'],
      at: null,
      swap: [[' <a class="off" href="https://nook.example/off" style="color:#1d5c3f">Unsubscribe</a>', '']],
    },
    {
      name: 'pale words',
      rules: theme.contrast,
      at: '.main',
      swap: [
        [
          '<td class="t main" style="padding:12px 24px;font:16px/25px Arial,sans-serif;color:#3a414a">',
          '<td class="main" style="padding:12px 24px;font:16px/25px Arial,sans-serif;color:#aeb4bb">',
        ],
      ],
    },
  ),
  shoot(
    'parcel, of its template',
    reset,
    'email',
    {
      name: 'braces left',
      rules: theme.leftIn,
      at: 'h1',
      swap: [['Your parcel is on its way', '{{first_name}}, your parcel is on its way']],
    },
    {
      name: 'tiny words',
      rules: theme.small,
      at: '.two',
      swap: [['font:15px/24px Georgia', 'font:8px/12px Georgia']],
      also: theme.target,
    },
  ),
  shoot(
    'newsletter, for browsers only',
    sale,
    'email',
    {
      name: 'columns by flex',
      rules: ['dropped-by-mail-clients'],
      at: null,
      swap: [
        [
          '<td style="padding:12px 24px 24px"><a',
          '<td style="padding:12px 24px 24px"><div class="t" style="display:flex;gap:24px;font:16px/24px Arial,sans-serif;color:#3a414a"><div style="width:50%">In moss, sand, rust and night blue.</div><div style="width:50%">From the first of April in both shops.</div></div><a',
        ],
      ],
    },
    {
      name: 'a link to the browser beside the subject',
      rules: ['no-preheader'],
      at: null,
      swap: [
        [
          '<div style="display:none;font-size:1px;max-height:0;overflow:hidden">New stools, and a chair that folds flat.</div>',
          '<p style="margin:0;padding:8px;font:14px/20px Arial,sans-serif;text-align:center"><a href="https://nook.example/w/4" style="color:#1d5c3f">View this email in your browser</a></p>',
        ],
      ],
    },
    {
      name: 'photo gone',
      rules: ['broken-image'],
      at: 'img',
      swap: [['<img src="', '<img src="https://127.0.0.1:9/gone.jpg" data-was="']],
    },
  ),
  shoot(
    'parcel, wide and heavy',
    reset,
    'email',
    {
      name: 'too wide',
      rules: ['email-too-wide'],
      at: '.card',
      swap: [
        [
          'width="560" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="max-width:560px;width:100%"',
          'width="900" cellpadding="0" cellspacing="0" bgcolor="#ffffff" style="width:900px"',
        ],
      ],
    },
    {
      name: 'too heavy',
      rules: ['clipped-by-gmail'],
      at: null,
      swap: [
        ['</body>', `<div style="display:none">${'Kept for the archive of the sender. '.repeat(3400)}</div></body>`],
      ],
    },
  ),
];
