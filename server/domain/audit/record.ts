import type { MarkStatus } from '../../contract/mark.ts';
import type { Finding, Outcome, Suggestion } from '../../contract/review.ts';
import type { ClientActor, RowKey, Tx } from '../ports.ts';
import { insertEvent, lastEvent } from './store.ts';

/**
 * How many bytes of a hash identify a link or a token in the log: enough to distinguish them, useless for finding one.
 */
const PREFIX_BYTES = 6;

const prefixOf = (hash: Uint8Array): string => Buffer.from(hash).subarray(0, PREFIX_BYTES).toString('hex');

type FindingStatus = Finding['status'];
type SuggestionStatus = Suggestion['status'];

/**
 * The events that are recorded, each with its details. Never a secret or an address, and of people's texts only their
 * name.
 */
interface Details {
  'decision.made': {
    number: number;
    outcome: Outcome;
    /** Whether there was an earlier decision. */
    changed_mind: boolean;
    claimed_name: string | null;
    verified_login: string | null;
    /** Marks that were verified or withdrawn in the same step. */
    settled: { mark: number; as: string }[];
    /** The screenshots, by index, whose difference from the base a request for changes accepts. */
    accepted: number[];
  };
  'mark.verified': { mark: number; from: MarkStatus };
  'mark.reopened': { mark: number; from: MarkStatus };
  'mark.withdrawn': { mark: number; from: MarkStatus };
  'mark.restored': { mark: number; from: MarkStatus };
  'finding.accepted': { finding: number; mark: number };
  'finding.hidden': { finding: number };
  'finding.restored': { finding: number; from: FindingStatus };
  'suggestion.accepted': { suggestion: number; mark: number };
  'suggestion.dismissed': { suggestion: number };
  'suggestion.restored': { suggestion: number; from: SuggestionStatus };
  'noise.marked': { rule: string; screenshot: number; days: number };
  'noise.ended': { rule: string };
  'review.cancelled': Record<string, never>;
  /** Cancelled by the review link; `review.cancelled` is done by the client. */
  'review.withdrawn': Record<string, never>;
  'review.restored': Record<string, never>;
  'review.deleted': Record<string, never>;
  /** `token`: the prefix of the new token's hash. */
  'token.issued': { token: string; kind: 'try' } & Partial<Opening>;
  'token.rotated': { token: string; kind: 'try' };
  'job.signed_in': { repository: string };
  'webhook.resumed': { sent_decision: number | null; lapsed: number };
  'webhook.redelivered': { decision: number };
  'connection.made': { connection: string; joined: boolean; verified_login?: string };
  'connection.ended': { connection: string; why: EndOfConnection };
}
type Action = keyof Details;

/**
 * Why a connection ended: a holder of the workspace asked for it, the client gave it up, or a secret is probably in
 * other hands.
 */
export type EndOfConnection = 'asked' | 'revoked' | 'refresh_token_reused' | 'code_reused' | 'token_rotated';

/**
 * Why a workspace has one more token: a person opened it. `connection`: the connection that gave them the link, if any.
 */
export interface Opening {
  why: 'workspace_opened';
  connection: string | null;
}

/** Records what the holder of a review link did, in the transaction that does it. */
export async function recordByLink<Name extends Action>(
  tx: Tx,
  row: { workspaceId: string; id: string; reviewTokenHash: Uint8Array },
  action: Name,
  details: Details[Name],
): Promise<void> {
  const { workspaceId, id: reviewId, reviewTokenHash } = row;
  const credential = prefixOf(reviewTokenHash);
  await insertEvent(tx, { workspaceId, reviewId, actor: 'reviewer', credential, action, details });
}

/** Records what the holder of a bearer token did, in the transaction that does it. */
export async function recordByToken<Name extends Action>(
  tx: Tx,
  actor: ClientActor,
  reviewId: string | null,
  action: Name,
  details: Details[Name],
): Promise<void> {
  const { workspaceId } = actor;
  const credential = prefixOf(Buffer.from(actor.credential, 'base64url'));
  await insertEvent(tx, { workspaceId, reviewId, actor: 'client', credential, action, details });
}

/**
 * Records a new token: of a new workspace, of an opened one (neither needs a known caller), or in place of the token
 * that asked.
 */
export async function recordToken(
  tx: Tx,
  workspaceId: string,
  tokenHash: Uint8Array,
  asked: ClientActor | null,
  opening?: Opening,
): Promise<void> {
  const details: Details['token.issued'] = { token: prefixOf(tokenHash), kind: 'try', ...opening };
  if (asked !== null) return recordByToken(tx, asked, null, 'token.rotated', details);
  return insertEvent(tx, { workspaceId, actor: 'anyone', action: 'token.issued' satisfies Action, details });
}

/** Records that a job of the repository with this id has signed in to its repository's workspace. */
export async function recordJob(tx: Tx, workspaceId: string, repository: string): Promise<void> {
  const action = 'job.signed_in' satisfies Action;
  return insertEvent(tx, { workspaceId, actor: 'anyone', action, details: { repository } });
}

/**
 * Records what happened to a connection. `credential`: the hash of the token that did it; null when none was needed.
 */
export async function recordConnection<Name extends 'connection.made' | 'connection.ended'>(
  tx: Tx,
  workspaceId: string,
  credential: Uint8Array | null,
  action: Name,
  details: Details[Name],
): Promise<void> {
  const actor = credential === null ? 'anyone' : 'client';
  return insertEvent(tx, { workspaceId, actor, credential: credential && prefixOf(credential), action, details });
}

/** Returns when a cancelled review was withdrawn by its link; null when its client cancelled it. */
export async function withdrawnByLinkAt(tx: Tx, row: RowKey): Promise<Date | null> {
  const actions: Action[] = ['review.cancelled', 'review.withdrawn'];
  const last = await lastEvent(tx, row.workspaceId, row.id, actions);
  return last?.action === 'review.withdrawn' ? last.at : null;
}
