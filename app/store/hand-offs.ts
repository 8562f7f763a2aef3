import type { Tx } from '../../server/db/client.ts';
import type { RegistrationKey } from './registrations.ts';

/** The work that one decision gave to the fixing agent: there is at most one for a decision. */
export interface HandOff extends RegistrationKey {
  decision: number;
  pullRequest: number;
}

export interface HandOffState {
  state: 'claimed' | 'sent' | 'refused' | 'unanswered';
  problem: string | null;
}

const keyOf = ({ repositoryId, reviewId, decision }: HandOff) => ({ repositoryId, reviewId, decision });

/** Claims the one chance to send it; false when it was claimed before. */
export async function claimHandOff(tx: Tx, handOff: HandOff): Promise<boolean> {
  const data = [{ ...handOff, state: 'claimed' }];
  return (await tx.githubHandOff.createMany({ data, skipDuplicates: true })).count === 1;
}

export async function finishHandOff(tx: Tx, handOff: HandOff, end: HandOffState): Promise<void> {
  await tx.githubHandOff.updateMany({ where: keyOf(handOff), data: end });
}

/** Releases the claim after an answer that says nothing was started. */
export async function releaseHandOff(tx: Tx, handOff: HandOff): Promise<void> {
  await tx.githubHandOff.deleteMany({ where: keyOf(handOff) });
}

export async function findHandOff(tx: Tx, { repositoryId, reviewId }: RegistrationKey): Promise<HandOffState | null> {
  const row = await tx.githubHandOff.findFirst({ where: { repositoryId, reviewId }, orderBy: { decision: 'desc' } });
  return row === null ? null : { state: row.state as HandOffState['state'], problem: row.problem };
}

/** Marks a hand-off whose process ended while sending it as unanswered. Call it under the pull request's lock. */
export async function giveUpClaim(tx: Tx, handOff: HandOff, problem: string): Promise<void> {
  const where = { ...keyOf(handOff), state: 'claimed' };
  await tx.githubHandOff.updateMany({ where, data: { state: 'unanswered', problem } });
}

/** Counts the passes that the fixing agent was given on a pull request since a person last stepped in. */
export function countHandOffs(tx: Tx, repositoryId: number, pullRequest: number): Promise<number> {
  return tx.githubHandOff.count({ where: { repositoryId, pullRequest, counted: true, state: { not: 'refused' } } });
}

export async function resetHandOffs(tx: Tx, repositoryId: number, pullRequest: number): Promise<void> {
  await tx.githubHandOff.updateMany({ where: { repositoryId, pullRequest }, data: { counted: false } });
}

/** Lets the refused work of a review be given to the fixing agent again, because a person asks for it. */
export async function forgetRefusals(tx: Tx, { repositoryId, reviewId }: RegistrationKey): Promise<void> {
  await tx.githubHandOff.deleteMany({ where: { repositoryId, reviewId, state: 'refused' } });
}
