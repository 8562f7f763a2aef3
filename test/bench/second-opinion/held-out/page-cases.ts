import { type Case, shoot, theme } from '../labelled.ts';
import { photo } from '../photos.ts';
import { pages } from './pages.ts';

const { recipe, bank, reference, booking, login, board, festival } = pages;
const thumbnail = await photo('kitchen', 220, 138, 2);

/** The pages of the held-out half. Each is two screenshots. */
export const pageCases: readonly Case[] = [
  shoot('recipe, as it should be', recipe, 'desktop'),
  shoot('task board, as it should be', board, 'desktop'),
  shoot(
    'recipe, as the import left it',
    recipe,
    'desktop',
    {
      name: 'UTF-8 read as Latin-1 in a step',
      rules: ['garbled-text'],
      at: '#bake',
      swap: [
        [
          'Versez sur la pâte et enfournez trente minutes à 180 degrés.',
          'Versez sur la pÃ¢te et enfournez trente minutes Ã\u00a0 180 degrÃ©s.',
        ],
      ],
    },
    {
      name: 'thumbnail in place of the photo',
      rules: theme.blurred,
      at: '.dish',
      swap: [['<img class="dish" src="', `<img class="dish" src="${thumbnail}" data-was="`]],
    },
  ),
  shoot('bank, washed out', bank, 'desktop', {
    name: 'white on a pale green button',
    rules: theme.contrast,
    at: '#ask',
    css: '#ask{background:#9fd8bc!important}',
  }),
  shoot(
    'bank, lost in the update',
    bank,
    'desktop',
    { name: 'value missing', rules: theme.leftIn, at: '.sum', swap: [['£ 2,418.60', '£ undefined']] },
    {
      name: 'amount over the payee',
      rules: theme.overlap,
      at: '#pay3 .who, #pay3 b',
      css: '#pay3{grid-template-columns:44px 60px auto!important}#pay3 .who{white-space:nowrap}#pay3 b{justify-self:start}',
    },
  ),
  shoot(
    'reference, dim',
    reference,
    'desktop',
    { name: 'grey on black note', rules: theme.contrast, at: '.where', css: '.where{color:#4a525c}' },
    { name: 'smallest print', rules: theme.small, at: '.errors', css: '.errors{font-size:7.5px;line-height:1.4}' },
    {
      name: 'nothing said for search',
      rules: ['missing-description'],
      at: null,
      swap: [['<meta name="description" content="How to send a message with the Relay API.">', '']],
    },
  ),
  shoot('reference, code pushes the page', reference, 'desktop', {
    name: 'code as wide as it wants',
    rules: ['wider-than-screen'],
    at: 'pre',
    on: 'mobile',
    css: '@media(max-width:720px){pre{overflow:visible;width:max-content}}',
  }),
  shoot(
    'booking, half wired',
    booking,
    'desktop',
    {
      name: 'placeholder instead of label',
      rules: ['field-without-label'],
      at: 'input[type=tel]',
      swap: [['<label>Telephone<input name="tel" type="tel"></label>', '<div><input name="tel" type="tel"></div>']],
    },
    {
      name: 'opening hours from a template',
      rules: theme.leftIn,
      at: '.open',
      swap: [['Open from Tuesday to Sunday, 18:00 to 23:00', 'Open from {{opening.days}}, {{opening.hours}}']],
    },
  ),
  shoot('booking, chat in the way', booking, 'desktop', {
    name: 'chat window over the button',
    rules: theme.overlap,
    at: '.go',
    css: 'form{position:relative}.chat{position:absolute;right:20px;bottom:14px;width:92%;height:76px;border-radius:12px;background:#1556c0;color:#fff;padding:24px;z-index:4}',
    swap: [['</form>', '<div class="chat">Hello! May I help you?</div></form>']],
  }),
  shoot(
    'sign-in, unnamed',
    login,
    'desktop',
    {
      name: 'tab says nothing',
      rules: ['missing-title'],
      at: null,
      swap: [['<title>Sign in · Driftwood</title>', '<title></title>']],
    },
    {
      name: 'eye without a name',
      rules: ['control-without-name'],
      at: '.eye',
      css: '.eye{width:44px;height:44px;border:1px solid #6f7a89;border-radius:8px;background:#fff;margin-top:8px}',
      swap: [
        [
          '<button class="in">',
          '<button type="button" class="eye"><svg width="20" height="14" viewBox="0 0 20 14" fill="none" stroke="#1d2430" stroke-width="2"><path d="M1 7c4-7 14-7 18 0-4 7-14 7-18 0z"/></svg></button><button class="in">',
        ],
      ],
    },
  ),
  shoot(
    'task board, cut short',
    board,
    'desktop',
    {
      name: 'title cut by a fixed height',
      rules: theme.cut,
      at: '#task2 p',
      css: '#task2 p{height:13px;overflow:hidden}',
    },
    {
      name: 'crosses of twelve pixels',
      rules: theme.target,
      at: '.x',
      css: '.x{width:12px;height:12px;padding:0;border:0;background:#c7d6df;color:#172b3a;font:12px/12px "Liberation Sans",sans-serif;vertical-align:top;margin:0}',
      swap: [
        [
          '<span>Due on 3 June</span>',
          '<span>Due on 3 June</span> <button class="x" aria-label="Earlier">‹</button><button class="x" aria-label="Later">›</button><button class="x" aria-label="Delete">×</button>',
        ],
      ],
      also: theme.small,
    },
  ),
  shoot(
    'festival, on phones half of it',
    festival,
    'desktop',
    {
      name: 'tickets gone on phones',
      rules: ['missing-on-mobile'],
      at: null,
      on: 'mobile',
      css: '@media(max-width:720px){.cta{display:none}}',
    },
    {
      name: 'words on the bare photo',
      rules: theme.contrast,
      at: '.hero h1, .when',
      css: '.hero .veil{background:none}',
    },
  ),
];
