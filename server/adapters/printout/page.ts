import { Html, html } from '../../contract/html.ts';
import type {
  PrintedImage,
  PrintedMark,
  PrintedPass,
  PrintedReply,
  PrintedReview,
} from '../../domain/printed-review.ts';
import { printScreenshot } from './screenshot.ts';
import { styleOf } from './style.ts';
import { becameOf, foundAs, howOf, markStatuses, positions, statuses, timeOf, whoOf } from './words.ts';

type AddressOf = (image: PrintedImage) => string;

function fact(name: string, value: Html | string | number | null): Html | null {
  return value === null ? null : html`<dt>${name}</dt><dd dir="auto">${value}</dd>`;
}

const text = (words: string | null): Html | null =>
  words === null ? null : html`<p class="text" dir="auto">${words}</p>`;

function record(review: PrintedReview, at: Date): Html {
  const decision = review.passes.find(({ pass }) => pass === review.pass)?.decision ?? null;
  return html`<p class="brand">Sightline · record of a visual review</p>
<h1 dir="auto">${review.title}</h1>
<p class="outcome ${review.status}">${statuses[review.status]}</p>
<dl>
${
  decision === null
    ? null
    : [
        fact('Decided by', whoOf(decision)),
        fact('How', howOf(decision)),
        fact('When', timeOf(decision.decidedAt)),
        fact('Note', text(decision.note)),
      ]
}
${fact('Pass', review.pass)}
${fact('Reference', review.reference)}
${fact('Revision', review.revision)}
${fact('What to look at', text(review.context))}
${fact('Review', review.id)}
${fact('Service', review.service)}
${fact('Exported', timeOf(at))}
</dl>`;
}

function passRow({ pass, revision, createdAt, status, decision }: PrintedPass): Html {
  const cells = [pass, revision?.slice(0, 12) ?? '', timeOf(createdAt), statuses[status]];
  const made = decision === null ? ['', '', ''] : [timeOf(decision.decidedAt), whoOf(decision), howOf(decision)];
  const row = html`<tr>${[...cells, ...made].map((cell) => html`<td dir="auto">${cell}</td>`)}</tr>`;
  if (decision === null || decision.note === null) return row;
  return html`${row}<tr><td></td><td colspan="6">${text(decision.note)}</td></tr>`;
}

function earlierPasses({ pass, passes }: PrintedReview): Html | null {
  const earlier = passes.filter((each) => each.pass !== pass);
  if (earlier.length === 0) return null;
  const names = ['Pass', 'Revision', 'Requested', 'Outcome', 'Decided', 'By', 'How'];
  return html`<h2>Earlier passes</h2>
<table><thead><tr>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${earlier.map(passRow)}</tbody></table>`;
}

function reply({ by, author, body, question, at }: PrintedReply): Html {
  const who = `The ${by}${author === null ? '' : `, ${author},`}`;
  return html`<div class="reply"><p class="facts"><bdi>${who}</bdi> ${question ? 'asked' : 'replied'}, ${timeOf(at)}</p>${text(body)}</div>`;
}

function facts(mark: PrintedMark): (Html | null)[] {
  const { element, selector, note, reopenReason: reason, author } = mark;
  const on = mark.screenshot === null ? 'not in this pass' : html`on <bdi>${mark.screenshot}</bdi>`;
  const by = author === null ? null : html`, by <bdi>${author}</bdi>`;
  const position = positions[mark.position];
  return [
    html`<p class="facts">${on} · placed on pass ${mark.pass}, ${timeOf(mark.createdAt)}${by}</p>`,
    position === null ? null : html`<p class="facts">${position}</p>`,
    element === null ? null : html`<p class="facts">Element: <bdi>${element}</bdi></p>`,
    selector === null ? null : html`<p class="facts"><code>${selector}</code></p>`,
    note === null ? null : html`<div class="reply"><p class="facts">Reported with the fix</p>${text(note)}</div>`,
    reason === null ? null : html`<div class="reply"><p class="facts">Why it is not fixed yet</p>${text(reason)}</div>`,
  ];
}

function reference({ number, referenceImage }: PrintedMark, addressOf: AddressOf): Html | null {
  if (referenceImage === null) return null;
  const address = addressOf(`reference-${number}`);
  return html`<div class="reference"><p class="facts">Like this:</p><img src="${address}" alt="How mark ${number} should look"></div>`;
}

function mark(each: PrintedMark, addressOf: AddressOf): Html {
  const { number, body, mustFix, status } = each;
  const kind = status === 'withdrawn' ? status : each.kind;
  const must = mustFix ? html`<span class="must">Must fix</span> · ` : null;
  return html`<div class="mark" id="mark-${number}"><span class="number ${kind}">${number}</span><div>
<p class="mark-head">${must}${markStatuses[status]}</p>${text(body)}${reference(each, addressOf)}${facts(each)}${each.replies.map(reply)}</div></div>`;
}

function marks({ marks: all }: PrintedReview, addressOf: AddressOf): Html {
  if (all.length === 0) return html`<h2>Marks</h2><p>No marks were placed.</p>`;
  return html`<h2>Marks</h2>${all.map((each) => mark(each, addressOf))}`;
}

function entry(became: string, body: string, where: string | null, facts: string): Html {
  const on = where === null ? null : html`on <bdi>${where}</bdi> · `;
  return html`<p class="mark-head">${became}</p>${text(body)}<p class="facts">${on}<bdi>${facts}</bdi></p>`;
}

function findings({ findings: all }: PrintedReview): Html | null {
  if (all.length === 0) return null;
  const printed = all.map(
    (each) => html`<div class="entry">${entry(becameOf(each), each.body, each.screenshot, foundAs(each))}</div>`,
  );
  return html`<h2>Findings</h2>${printed}`;
}

function suggestions({ suggestions: all }: PrintedReview): Html | null {
  if (all.length === 0) return null;
  const printed = all.map((each) => {
    const by = `by ${each.author ?? 'a guest'}`;
    return html`<div class="entry">${entry(becameOf(each), each.body, each.screenshot, by)}${each.replies.map(reply)}</div>`;
  });
  return html`<h2>Guests’ suggestions</h2>${printed}`;
}

function problems({ problems: all }: PrintedReview): Html | null {
  if (all.length === 0) return null;
  return html`<h2>Screenshots that could not be made</h2><ul>${all.map((each) => html`<li dir="auto">${each}</li>`)}</ul>`;
}

function screenshots({ screenshots: all }: PrintedReview, addressOf: AddressOf): Html {
  if (all.length === 0) return html`<h2>Screenshots</h2><p>The review has no screenshots, or they were deleted.</p>`;
  const printed = all.map((shot, at) => printScreenshot(shot, at + 1, addressOf(`screenshot-${shot.index}`)));
  return html`<main class="screenshots">${printed}</main>`;
}

/** Returns the page that is printed, as HTML without scripts. */
export function printedPage(review: PrintedReview, at: Date, addressOf: AddressOf): string {
  const { title, pass } = review;
  const parts = [
    record(review, at),
    earlierPasses(review),
    marks(review, addressOf),
    findings(review),
    suggestions(review),
    problems(review),
    screenshots(review, addressOf),
  ];
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${new Html(styleOf(`${title} · pass ${pass}`))}</style></head>
<body>${parts}</body></html>`.text;
}
