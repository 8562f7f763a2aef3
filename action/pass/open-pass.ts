import type { Client } from '../../server/contract/client.ts';
import { ServiceError } from '../../server/contract/client.ts';
import type { Review } from '../../server/contract/review.ts';
import { decisionPath } from '../app.ts';
import type { PullRequest } from '../event.ts';
import { idempotencyKey } from '../idempotency-key.ts';
import type { Inputs } from '../inputs.ts';
import { retry } from '../retry.ts';
import type { Service } from '../service.ts';
import type { Material } from '../sources/source.ts';
import { findPrevious, isOver } from './previous.ts';
import type { CreateRequest } from './request.ts';
import { referenceOf, showsOthers, splitMaterial, titleOf } from './request.ts';

export interface OpenPass {
  review: Review;
  /** A pass of this commit was there already: nothing was made or spent. */
  reused: boolean;
}

/** Finds this commit's pass of the named review, or makes the next one of its chain. */
export async function openPass(
  service: Service,
  work: {
    pull: PullRequest;
    inputs: Inputs;
    material: Material;
    env: NodeJS.ProcessEnv;
    log: (line: string) => void;
  },
): Promise<OpenPass> {
  const { client, document } = service;
  const { pull, inputs, material, env, log } = work;
  const reference = referenceOf(pull, inputs.name);
  const { newest, living } = await findPrevious(client, reference);
  const current = newest !== null && newest.revision === pull.headSha;
  if (newest !== null && current && isCurrent(newest.status)) {
    const review = await read(client, newest.id);
    // What was decided for this commit stands; what nobody decided must show what there is now.
    const undecided = review.status === 'open' || review.status === 'preparing';
    if (!undecided || !showsOthers(material, review)) return { review, reused: true };
    log(`Pass ${review.pass} shows this commit too, but other pictures: opening the next pass.`);
  }

  const { first, further } = splitMaterial(material);
  const body: CreateRequest = { title: titleOf(pull, inputs), reference, revision: pull.headSha, ...first };
  if (inputs.context !== '') body.context = inputs.context;
  if (inputs.type !== '') body.type = inputs.type;
  else if (material.kind === 'html') body.type = 'email';
  if (document.app !== null) body.webhook_url = document.app.url.replace(/\/+$/, '') + decisionPath;
  const attempt = current && isOver(newest.status) ? (env.GITHUB_RUN_ATTEMPT ?? '1') : null;

  // Somebody else may have opened the parent's next pass meanwhile: follow the chain to its end.
  let parent = living?.id ?? null;
  for (let hop = 0; ; hop += 1) {
    if (parent !== null) body.parent_id = parent;
    const key = idempotencyKey({ runId: env.GITHUB_RUN_ID ?? '', attempt, body, further });
    try {
      const review = await retry(() => client.call('create_review', body, { idempotencyKey: key }));
      return { review, reused: false };
    } catch (error) {
      const next = error instanceof ServiceError ? error.body.next_pass_id : undefined;
      if (next === undefined || hop === 10) throw error;
      const review = await read(client, next);
      if (review.revision === pull.headSha && isCurrent(review.status)) return { review, reused: true };
      parent = next;
    }
  }
}

const isCurrent = (status: string) => !isOver(status) && status !== 'superseded';

const read = (client: Client, id: string) => retry(() => client.call('get_review', { id }));
