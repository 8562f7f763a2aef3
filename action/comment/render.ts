import type { Row } from './row.ts';
import { encodeRows } from './row.ts';

export const marker = '<!-- sightline -->';

/** The pull request's comment: one row a named review, one link each that is obviously the one to press. */
export function renderComment(rows: Row[]): string {
  const pictures = rows.some((row) => row.thumbnail !== null);
  const head = pictures
    ? '| | Review | What to look at | |\n|---|---|---|---|'
    : '| Review | What to look at | |\n|---|---|---|';
  const lines = rows.map((row) => {
    const cells = [title(row), changes(row), link(row)];
    if (pictures) cells.unshift(thumbnail(row));
    return `| ${cells.join(' | ')} |`;
  });
  return [
    marker,
    '### Visual review',
    '',
    head,
    ...lines,
    '',
    `<sub>${rows.every(({ signIn }) => signIn) ? asksWho : open}</sub>`,
    encodeRows(rows),
  ].join('\n');
}

const open = 'No account is needed. Whoever has a link can mark up and decide: share it like a key.';
const asksWho =
  'The link asks you to sign in with GitHub first, and shows the review to those who can read this repository.';

const words: Record<string, string> = {
  preparing: 'The shots are being made',
  open: 'Waiting for a decision',
  approved: '✅ Approved',
  changes_requested: '❌ Changes requested',
  superseded: 'Replaced by a newer pass',
  expired: 'Expired without a decision',
  failed: '⚠️ No shot could be made',
  cancelled: 'Withdrawn',
};

export const statusWords = (status: string) => words[status] ?? status;

function title(row: Row): string {
  return `**${plain(row.name)}** · pass ${row.pass}<br>${statusWords(row.status)}<br><sub>${row.revision.slice(0, 7)}</sub>`;
}

/** One short sentence a fact, the ones that need a person first. */
export function changes(row: Row): string {
  const { all, changed, added, failed } = row.shots;
  const facts: string[] = [];
  if (row.toVerify > 0) facts.push(`**${count(row.toVerify, 'fix', 'fixes')} to verify**`);
  if (row.outstanding > 0) facts.push(`${count(row.outstanding, 'mark')} still open`);
  if (row.pass === 1) facts.push(count(all, 'shot'));
  else if (changed + added === 0) facts.push(`${count(all, 'shot')}, none changed since pass ${row.pass - 1}`);
  else {
    const parts = [changed > 0 ? `${changed} changed` : '', added > 0 ? `${added} new` : ''].filter(
      (part) => part !== '',
    );
    facts.push(`${count(all, 'shot')}: ${parts.join(', ')} since pass ${row.pass - 1}`);
  }
  if (failed > 0) facts.push(`⚠️ ${count(failed, 'shot')} could not be made`);
  return facts.join('<br>');
}

function link(row: Row): string {
  if (row.status === 'failed' || row.status === 'cancelled' || row.status === 'expired') return '';
  return `**[${row.status === 'open' ? 'Review it' : 'See it'} →](${row.url})**`;
}

function thumbnail(row: Row): string {
  if (row.thumbnail === null) return '';
  return `<a href="${attribute(row.url)}"><img src="${attribute(row.thumbnail)}" height="88" alt="${attribute(row.name)}"></a>`;
}

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;

export const attribute = (value: string) =>
  value.replace(/[&"<>|\s@[\]()`]/g, (character) => (character === '|' ? '&#124;' : `&#${character.charCodeAt(0)};`));

/** People's words in a table cell: no HTML, no Markdown, no mention, no new cell. */
export function plain(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replace(/[&<>"'`*_~[\]()|\\#!:]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll('@', '@\u200b');
}
