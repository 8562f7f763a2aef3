import { DomainError, notFound } from '../failure.ts';
import { listMarks, type PlacedMark } from '../mark/store.ts';
import type { Tx } from '../ports.ts';
import type { Scene } from './as-reviewer.ts';
import { listShownMarks } from './keep-mark.ts';

/** Returns the mark of that number on this pass, with its unsent change. @throws DomainError `not_found` */
export async function requireMark(tx: Tx, scene: Scene, number: number): Promise<PlacedMark> {
  const marks = await listShownMarks(tx, scene);
  const mark = marks.find((each) => each.number === number);
  if (mark === undefined) throw notFound('mark');
  return mark;
}

/** Returns a mark as clients know it, or as withdrawn. @throws DomainError `not_found`, or `conflict` when it waits to be sent */
export async function requireSentMark(tx: Tx, scene: Scene, number: number): Promise<PlacedMark> {
  const mark = await requireMark(tx, scene, number);
  if (scene.unsent.some((each) => each.number === number && each.made !== null)) {
    throw new DomainError('conflict', `Mark ${number} is not sent yet. Update the request first.`);
  }
  if (mark.status === 'withdrawn') return mark;
  const sent = await listMarks(tx, scene.row.workspaceId, scene.row.id);
  return sent.find((each) => each.number === number) ?? mark;
}
