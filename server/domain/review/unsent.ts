import type { Unsent } from '../../contract/reviewer.ts';
import { insertMark, listMarks, saveMark } from '../mark/store.ts';
import { listWithUnsent, withUnsent } from '../mark/unsent.ts';
import type { Ports, Tx } from '../ports.ts';
import type { Whole } from './shown-rows.ts';
import { putUnsent, type ReviewRow, readUnsent } from './store.ts';
import { toFinding, toMark, toSuggestion } from './wire-format.ts';

/**
 * Stores what the reviewer changed about marks since the last request. `asksAgain`: marks that were changed after their
 * fix are to be fixed again. The caller holds the chain's lock.
 */
export async function sendUnsent(
  tx: Tx,
  row: ReviewRow,
  now: Date,
  { asksAgain }: { asksAgain: boolean },
): Promise<void> {
  const unsent = readUnsent(row);
  if (unsent.length === 0) return;
  const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
  const sent = new Map((await listMarks(tx, row.workspaceId, row.id)).map((mark) => [mark.number, mark]));
  for (const each of unsent) {
    const before = sent.get(each.number);
    const shown = withUnsent(chain, before, each);
    const isStale = before?.status === 'resolved' && shown.status === 'reopened';
    const kept = isStale && !asksAgain ? { status: before.status, formerStatus: before.formerStatus } : {};
    const mark = { ...shown, ...kept, updatedAt: now };
    await (before === undefined ? insertMark(tx, row, mark) : saveMark(tx, row, mark));
  }
  await putUnsent(tx, row, []);
}

/** Returns what the reviewer changed since the last request, as the page shows it. */
export async function toUnsent(ports: Ports, tx: Tx, row: ReviewRow, whole: Whole): Promise<Unsent> {
  const unsent = readUnsent(row);
  if (unsent.length === 0) return { marks: [], findings: [], suggestions: [] };
  const chain = { workspaceId: row.workspaceId, chainId: row.chainId };
  const marks = listWithUnsent(chain, await listMarks(tx, row.workspaceId, row.id), unsent);
  const changed = marks.filter(({ number }) => unsent.some((each) => each.number === number));
  const isOfChanged = ({ markNumber }: { markNumber: number | null }) =>
    changed.some(({ number }) => number === markNumber);
  const shots = new Map(whole.shots.filter((shot) => shot.reviewId === row.id).map((shot) => [shot.id, shot]));
  return {
    marks: changed.map((mark) => toMark(ports, mark, shots, whole.replies)),
    findings: whole.findings.filter(isOfChanged).map((finding) => toFinding(finding, marks)),
    suggestions: whole.suggestions.filter(isOfChanged).map((each) => toSuggestion(each, shots, whole.replies, marks)),
  };
}
