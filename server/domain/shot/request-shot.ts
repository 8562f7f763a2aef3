import { newId } from '../ids.ts';
import type { Ports, RowKey, Tx } from '../ports.ts';
import type { ShotInput } from './rules.ts';
import { insertShotRequest } from './store.ts';

export const inputAssociatedData = (id: string): string => `shot_request.input:${id}`;

export interface WantedShot {
  label: string;
  position: number;
  /** How many screenshots it may become; 1 when left out */
  places?: number;
  input: ShotInput;
  /** A document in the storage that belongs to it */
  fileKey?: string;
  /** The job that asks for it, of those that share the review */
  shard?: number | undefined;
}

/** Queues a job for a screenshot, in the transaction that asks for it. */
export async function requestShot(ports: Ports, tx: Tx, review: RowKey, shot: WantedShot): Promise<void> {
  const now = ports.clock();
  const id = newId(now);
  const { workspaceId } = review;
  await insertShotRequest(tx, {
    id,
    workspaceId,
    reviewId: review.id,
    position: shot.position,
    label: shot.label,
    places: shot.places ?? 1,
    fileKey: shot.fileKey ?? null,
    shard: shot.shard ?? null,
    kind: shot.input.kind,
    input: new Uint8Array(ports.secrets.encrypt(JSON.stringify(shot.input), inputAssociatedData(id))),
    createdAt: now,
  });
  await ports.queue.send(tx, 'make_shot', { requestId: id, workspaceId }, { group: workspaceId });
}
