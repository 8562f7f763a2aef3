import type { PixelBox, TextFact } from '../../contract/shot-facts.ts';
import type { Rule, Scene, Violation } from '../rule.ts';
import { areaOfBox, meeting } from '../support/boxes.ts';
import { emailOnce } from '../support/email-view.ts';
import { effects } from '../support/mail-client-effects.ts';
import { quote } from '../support/words.ts';

/** At most this many clients are named; the rest is counted. */
const MAX_NAMED = 3;
/** The weight that is subtracted where only desktop programs drop the feature. */
const DESKTOPS_ONLY = 0.2;
const widespread = /^(Gmail|Outlook\.com|Apple Mail|Yahoo Mail)/;

/** The share of a text that must lie inside the place */
const MOSTLY = 0.7;
const nothing: PixelBox = { x: 0, y: 0, width: 0, height: 0 };

const families: readonly (readonly [string, readonly string[]])[] = [
  ['Gmail', ['Gmail', 'Gmail on iOS', 'Gmail on Android']],
  ['Outlook', ['Outlook on Windows', 'Outlook.com', 'Outlook on macOS', 'Outlook on iOS', 'Outlook on Android']],
  ['most versions of Outlook', ['Outlook on Windows', 'Outlook.com', 'Outlook on iOS', 'Outlook on Android']],
  ['Outlook on phones', ['Outlook on iOS', 'Outlook on Android']],
  ['Apple Mail', ['Apple Mail', 'Apple Mail on iOS']],
  ['Gmail on phones', ['Gmail on iOS', 'Gmail on Android']],
];

/** “In Gmail, Yahoo Mail, Samsung Email and 1 more, ” */
function clientWords(clients: readonly string[]): string {
  let names = [...clients];
  for (const [family, members] of families) {
    if (!members.every((each) => names.includes(each))) continue;
    const at = Math.min(...members.map((each) => names.indexOf(each)));
    names = names
      .map((each, place) => (place === at ? family : each))
      .filter((each) => each === family || !members.includes(each));
  }
  const [named, more] = [names.slice(0, MAX_NAMED), names.length - MAX_NAMED];
  const last = more > 0 ? `${more} more` : (named.pop() ?? '');
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

function within(box: PixelBox, { facts }: Scene): string {
  const share = (text: TextFact): number => areaOfBox(meeting(text.box, box) ?? nothing) / areaOfBox(text.box);
  const inside = facts.texts.find((each) => /\p{L}{2}/u.test(each.text) && share(each) > MOSTLY);
  return inside === undefined ? '' : ` (${quote(inside.text, 40)})`;
}

const inHere = /\b(here|this drawing|this image|this text|the form|this)\b/;

export const droppedByMailClients: Rule = {
  id: 'dropped-by-mail-clients',
  title: 'Features dropped by mail clients',
  checks:
    'An email’s design does not depend on features that Gmail, Outlook, Apple Mail, Yahoo or Samsung drop (caniemail.com).',
  why: 'People who use those clients do not see the email as it is shown here.',
  severity: 'polish',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const found = (emailOnce(scene)?.dropped ?? []).flatMap(({ feature, clients, box }): Violation[] => {
      const effect = effects[feature];
      if (effect === undefined || clients.length === 0) return [];
      const lost = box === null ? effect.lost : effect.lost.replace(inHere, (words) => `${words}${within(box, scene)}`);
      const isRare = !clients.some((client) => widespread.test(client));
      return [
        {
          box,
          what: `In ${clientWords(clients)}, ${lost}`,
          fix: effect.fix,
          weight: Math.max(0.3, effect.weight - (isRare ? DESKTOPS_ONLY : 0)),
        },
      ];
    });
    const [worst, next, ...others] = found.toSorted((one, other) => other.weight - one.weight);
    if (worst === undefined || next === undefined) return found;
    // Each is a different feature, so this counts the others rather than calling them alike.
    const more =
      others.length === 0
        ? ''
        : ` The email depends on ${others.length} more ${others.length === 1 ? 'feature' : 'features'} that some clients drop.`;
    return [worst, { ...next, what: next.what + more }];
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222">
      <div style="width:600px;margin:0 auto;padding:24px 0"><h1 style="font-size:24px">Two walks for this weekend</h1>
      <p>Both begin at the station and end at a bakery.</p>
      <div data-defect style="display:grid;grid-template-columns:1fr 1fr;gap:16px"><div style="background:#eef2ee;padding:16px">Along the river, nine kilometres, flat.</div>
      <div style="background:#eef2ee;padding:16px">Over the hill, six kilometres, steep.</div></div>
      <p data-defect style="background:linear-gradient(#123,#345);color:#fff;padding:16px">Take bread for the ducks with you.</p></div></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><head><style>@media (max-width:480px){td{display:block}} .note{border-radius:8px;box-shadow:0 1px 3px #999}</style></head>
      <body style="margin:0;font:16px Arial,sans-serif;color:#222"><table role="presentation" width="600" align="center" cellpadding="16">
      <tr><td colspan="2"><h1 style="font-size:24px">Two walks for this weekend</h1><p>Both begin at the station and end at a bakery.</p></td></tr>
      <tr><td width="300" bgcolor="#eef2ee">Along the river, nine kilometres, flat.</td><td width="300" bgcolor="#eef2ee">Over the hill, six kilometres, steep.</td></tr>
      <tr><td colspan="2"><p class="note" style="background:#123 linear-gradient(#123,#345);background-color:#123;color:#fff;padding:16px">Take bread for the ducks with you.</p></td></tr></table></body></html>`,
  },
};
