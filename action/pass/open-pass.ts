import { createHash } from 'node:crypto';
import { type Client, ServiceError } from '../../server/contract/client.ts';
import { referenceOf } from '../../server/contract/reference.ts';
import type { Review } from '../../server/contract/review.ts';
import { sendFirst } from '../../server/contract/send-shots.ts';
import { decisionPath } from '../app.ts';
import { inputError } from '../error.ts';
import type { PullRequest } from '../event.ts';
import type { Inputs, Shard } from '../inputs.ts';
import { retry } from '../retry.ts';
import type { Service } from '../service.ts';
import type { Material } from '../sources/source.ts';
import { findPrevious, isOver } from './previous.ts';
import { askMissing, type CreateRequest, showsOthers, splitMaterial, titleOf } from './request.ts';

export interface OpenPass {
  review: Review;
  /** Whether a pass of this commit existed already: nothing was made or spent. */
  reused: boolean;
}

interface Work {
  pull: PullRequest;
  inputs: Inputs;
  material: Material;
  /** What to compare it with; null for no base. */
  base: CreateRequest['base'] | null;
  env: NodeJS.ProcessEnv;
  warn: (message: string) => void;
}

/** Returns what a creation says beside its source. */
function bodyOf({ document }: Service, { pull, inputs, material, base }: Work): CreateRequest {
  const body: CreateRequest = {
    title: titleOf(pull, inputs),
    reference: referenceOf(pull, inputs.name),
    revision: pull.headSha,
  };
  if (inputs.context !== '') body.context = inputs.context;
  if (inputs.type !== '') body.type = inputs.type;
  else if (material.kind === 'html') body.type = 'email';
  if (base) body.base = base;
  if (document.app !== null) body.webhook_url = document.app.url.replace(/\/+$/, '') + decisionPath;
  return body;
}

/**
 * Finds the pass that the other jobs of this commit share, or creates it without screenshots. One that is open already
 * is used again: all jobs had sent theirs.
 */
async function joinPass(service: Service, work: Work, { of }: Shard): Promise<OpenPass> {
  const { client } = service;
  const { newest, living } = await findPrevious(client, referenceOf(work.pull, work.inputs.name));
  if (newest !== null && newest.revision === work.pull.headSha && isCurrent(newest.status)) {
    const review = await read(client, newest.id);
    if (review.shards?.expected === of) return { review, reused: review.status !== 'preparing' };
  }
  const body: CreateRequest = { ...bodyOf(service, work), shards: of };
  if (living !== null) body.parent_id = living.id;
  try {
    return { review: await retry(() => client.call('create_review', body)), reused: false };
  } catch (error) {
    // Another job of this commit made it meanwhile, so the parent has it as its next pass.
    const next = error instanceof ServiceError ? error.body.next_pass_id : undefined;
    if (next === undefined) throw error;
    const review = await read(client, next);
    if (review.revision !== work.pull.headSha || review.shards?.expected !== of) throw error;
    return { review, reused: review.status !== 'preparing' };
  }
}

/**
 * Finds this commit's pass of the named review, or creates the next one of its chain.
 * @throws ActionError when another job or step of this run opened a pass of the same name with different content
 */
export async function openPass(service: Service, work: Work): Promise<OpenPass> {
  if (work.inputs.shard !== null) return joinPass(service, work, work.inputs.shard);
  const { client } = service;
  const { pull, inputs, material, env, warn } = work;
  const reference = referenceOf(pull, inputs.name);
  const { newest, living } = await findPrevious(client, reference);
  const current = newest !== null && newest.revision === pull.headSha;
  let replaced: Review | null = null;
  if (newest !== null && current && isCurrent(newest.status)) {
    replaced = await read(client, newest.id);
    if (stands(replaced, material)) return { review: replaced, reused: true };
  }

  const body: CreateRequest = { ...bodyOf(service, work), ...splitMaterial(material).first };
  const key = idempotencyKey({
    runId: env.GITHUB_RUN_ID ?? '',
    attempt: env.GITHUB_RUN_ATTEMPT ?? '1',
    reference,
    revision: pull.headSha,
    after: current && isOver(newest.status) ? newest.id : null,
  });

  // Another run may have opened the parent's next pass meanwhile: follow the chain to its end.
  let parent = living?.id ?? null;
  for (let hop = 0; ; hop += 1) {
    if (parent !== null) body.parent_id = parent;
    try {
      const review = await sendFirst(askMissing(client), body, (request) =>
        retry(() => client.call('create_review', request, { idempotencyKey: key })),
      );
      if (replaced !== null) warn(markReplaced(replaced, inputs.name));
      return { review, reused: false };
    } catch (error) {
      if (isOtherRequest(error)) throw nameTwice(inputs.name);
      const next = error instanceof ServiceError ? error.body.next_pass_id : undefined;
      if (next === undefined || hop === 10) throw error;
      const review = await read(client, next);
      if (review.revision === pull.headSha && isCurrent(review.status)) {
        if (stands(review, material)) return { review, reused: true };
        replaced = review;
      }
      parent = next;
    }
  }
}

/** Returns whether a pass can be reused: a decided one stays, and an undecided one must show the current material. */
function stands(review: Review, material: Material): boolean {
  const undecided = review.status === 'open' || review.status === 'preparing';
  return !undecided || !showsOthers(material, review);
}

/** Returns whether the key was used for another request: an attempt of a run opens one pass for each name. */
const isOtherRequest = (error: unknown): boolean =>
  error instanceof ServiceError && (error.body.errors ?? []).some(({ path }) => path === 'Idempotency-Key');

const nameTwice = (name: string) =>
  inputError(
    'name',
    `another job or step of this run reviews something else as "${name}", and one would replace the other. Give each a name of its own, in a matrix for example name: \${{ matrix.app }}.`,
  );

const markReplaced = ({ pass }: Review, name: string): string =>
  `Pass ${pass} shows this commit too, but other images: opening the next pass. Where another workflow reviews something else as "${name}", give each a "name" of its own; where none does, these images differ from run to run: "mask" what moves.`;

const isCurrent = (status: string) => !isOver(status) && status !== 'superseded';

const read = (client: Client, id: string) => retry(() => client.call('get_review', { id }));

/**
 * Returns the key of a creation. When an attempt of a run sends the same request twice, it gets the same review and
 * spends credits once. Jobs or steps of one attempt that send different requests under one name get different keys,
 * because the service accepts a key for one request only. Later attempts find the pass by its reference and commit.
 */
export function idempotencyKey(parts: {
  runId: string;
  attempt: string;
  /** Contains the review's name. */
  reference: string;
  revision: string;
  /**
   * This commit's earlier pass when it ended without a decision (failed, cancelled or expired), so a new one must be
   * made.
   */
  after: string | null;
}): string {
  const { runId, attempt, reference, revision, after } = parts;
  const digest = createHash('sha256')
    .update(JSON.stringify([runId, attempt, reference, revision, after]))
    .digest('hex');
  return `github-run-${runId}-${digest.slice(0, 40)}`;
}
