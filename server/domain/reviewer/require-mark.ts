import { notFound } from '../failure.ts';
import { listMarks, type PlacedMark } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import type { Scene } from './as-reviewer.ts';

/** Returns the mark of that number on this pass. @throws DomainError `not_found` */
export async function requireMark(tx: Tx, scene: Scene, number: number): Promise<PlacedMark> {
  const marks = await listMarks(tx, scene.row.workspaceId, scene.row.id);
  const mark = marks.find((each) => each.number === number);
  if (mark === undefined) throw notFound('mark');
  return mark;
}
