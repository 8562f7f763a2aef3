import { apps } from './designs-apps.ts';
import { art } from './designs-art.ts';
import { sites } from './designs-sites.ts';
import type { Design, Edit, EditKind, PairPlan } from './types.ts';

const { landing, article, pricing, shop } = sites;
const { dashboard, wallet, settings, board } = apps;
const { gallery, docs, poster, calendar } = art;

function plan(
  source: PairPlan['source'],
  kind: EditKind,
  design: Design,
  edits: readonly Edit[],
  changed: readonly string[] = [],
): PairPlan {
  return { source, kind, design, edits, changed };
}

const banner =
  '<p style="margin:0;padding:18px 40px;background:#ffe9a8;color:#222;font:16px/24px sans-serif">We move to a new address in May.</p>';
const longer = 'Cross the strait before breakfast, and be back at your desk before anybody has noticed';

export const plans: readonly PairPlan[] = [
  plan('image', 'insert', landing, [{ insert: banner, before: 'nav' }]),
  plan('capture', 'insert', dashboard, [{ insert: banner, before: '.tiles' }]),
  plan(
    'image',
    'insert',
    board,
    [{ insert: '<div class="card">Call the roofer about the flashing</div>', before: '.lane:nth-child(2) .card' }],
    ['Doing'],
  ),
  plan('image', 'insert', wallet, [
    { insert: '<div class="pay"><span>Coffee cart<small>Now</small></span><b>3.10</b></div>', before: '.pay' },
  ]),
  plan('capture', 'insert', docs, [
    { insert: '<p class="note">Since version 4, a queue has a name.</p>', before: '@send' },
  ]),

  plan('image', 'remove', shop, [{ remove: '@Ladle' }]),
  plan('capture', 'remove', shop, [{ remove: '@Sieve' }]),
  plan('image', 'remove', article, [{ remove: '@subtitle' }, { remove: '@note' }]),
  plan('capture', 'remove', pricing, [{ remove: '@line' }], ['medium']),
  plan('image', 'remove', poster, [{ remove: '@badge' }]),

  plan('image', 'move', landing, [{ move: '@quote', before: '.three' }]),
  plan('capture', 'move', board, [{ move: '@Weather', before: '.lane:nth-child(1) .card' }], ['Ideas', 'Waiting']),
  plan('image', 'move', poster, [
    { style: 'left:90px;top:930px', at: '@badge' },
    { style: 'top:400px', at: '@sun' },
  ]),
  plan('capture', 'move', calendar, [{ move: '@event 17', before: '@event 9' }], ['day 17', 'day 9']),

  plan('image', 'wrap', landing, [{ text: longer, at: '@heading' }], ['heading']),
  plan('capture', 'wrap', landing, [{ text: longer, at: '@heading' }], ['heading']),
  plan(
    'image',
    'wrap',
    article,
    [{ text: 'What the tide gauge in the old harbour at Brest still remembers of us', at: '@title' }],
    ['title'],
  ),
  plan(
    'capture',
    'wrap',
    settings,
    [
      {
        text: 'We write at most once a day, never at night, never on a Sunday, and only if something has happened since the last letter that you have not seen on the page itself.',
        at: '@hint',
      },
    ],
    ['hint'],
  ),
  plan(
    'image',
    'wrap',
    board,
    [
      {
        text: 'Paint samples for the door, in the three greens that the office allows',
        at: '@Paint samples for the door',
      },
    ],
    ['Doing', 'Paint samples for the door'],
  ),

  plan(
    'image',
    'recolour',
    pricing,
    [{ style: 'background:#c2185b', at: '@choose medium' }],
    ['choose medium', 'medium'],
  ),
  plan(
    'capture',
    'recolour',
    settings,
    [
      { style: 'background:#0b6e4f', at: '@save' },
      { insert: banner, before: '@heading' },
    ],
    ['save'],
  ),
  plan(
    'image',
    'recolour',
    gallery,
    [
      { style: 'filter:hue-rotate(90deg)', at: '@plate 4' },
      {
        text: 'Plates from the coastal survey of the northern islands, in the order in which they were engraved and printed',
        at: '@heading',
      },
    ],
    ['plate 4', 'column 1', 'heading'],
  ),
  plan('capture', 'recolour', wallet, [{ style: 'color:#c62828', at: '@Rent' }], ['Rent']),

  plan(
    'image',
    'resize',
    gallery,
    [{ style: 'height:220px', at: '.cols>div:nth-child(3) figure:nth-child(1) i' }],
    ['plate 6', 'column 2'],
  ),
  plan('capture', 'resize', landing, [{ style: 'padding:22px 44px', at: '@button' }], ['button']),
  plan('image', 'resize', docs, [{ style: 'padding:32px', at: '@code send' }], ['code send']),

  plan('image', 'reorder columns', board, [{ column: 2, before: 0, rows: '.lanes' }]),
  plan(
    'capture',
    'reorder columns',
    dashboard,
    [{ column: 2, before: 1, rows: 'tr' }],
    ['table', ...['Oslo', 'Bergen', 'Tromsø', 'Bodø', 'Molde', 'Hamar', 'Skien'].map((name) => `row ${name}`)],
  ),
  plan('image', 'reorder columns', pricing, [{ column: 2, before: 0, rows: '.plans' }]),
  plan('capture', 'reorder columns', gallery, [{ column: 3, before: 1, rows: '.cols' }]),
];
