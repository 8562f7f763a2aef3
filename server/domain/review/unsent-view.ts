import type { Unsent } from '../../contract/reviewer.ts';
import { listMarks } from '../mark/store.ts';
import { listWithUnsent } from '../mark/unsent.ts';
import type { Ports, Tx } from '../ports.ts';
import type { Whole } from './shown-rows.ts';
import { type ReviewRow, readUnsent } from './store.ts';
import { toFinding, toMark, toSuggestion } from './wire-format.ts';

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
