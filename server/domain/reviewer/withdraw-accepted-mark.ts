import { DomainError } from '../failure.ts';
import type { Tx } from '../ports.ts';
import type { Scene } from './as-reviewer.ts';
import { changeMark } from './change-mark.ts';
import { listShownMarks } from './keep-mark.ts';

/**
 * Withdraws the mark that a suggestion or a finding became, unless somebody has worked on it. A mark that is withdrawn
 * or deleted already stays so.
 * @throws DomainError `conflict` with what to do instead
 */
export async function withdrawAcceptedMark(tx: Tx, scene: Scene, number: number | null): Promise<void> {
  const marks = await listShownMarks(tx, scene);
  const mark = marks.find((each) => each.number === number);
  if (mark === undefined || mark.status === 'withdrawn') return;
  if (mark.status !== 'open') {
    throw new DomainError(
      'conflict',
      `Mark ${mark.number} was made of it and has been worked on: it is ${mark.status.replace('_', ' ')}. Withdraw the mark instead.`,
    );
  }
  await changeMark(tx, scene, mark, 'withdrawn');
}
