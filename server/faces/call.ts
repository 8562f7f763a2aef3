import type { ActorKind, Operation } from '../contract/define-operation.ts';
import { type OperationName, operations } from '../contract/index.ts';
import { DomainError } from '../domain/failure.ts';
import { implementations } from '../domain/index.ts';
import type { ActorOf, Ports } from '../domain/ports.ts';
import { fromSchema } from './failure.ts';

export type Actor = ActorOf[ActorKind];

/** What a limit counts: the token, the link or the address. */
function callerKey(actor: Actor): string {
  if (actor.kind === 'client') return actor.credential;
  return actor.kind === 'reviewer' ? actor.reviewId : actor.address;
}

async function admit(ports: Ports, operation: Operation, actor: Actor): Promise<void> {
  for (const limit of operation.limits) {
    const key = `${operation.limitGroup ?? operation.name}:${limit.seconds}:${callerKey(actor)}`;
    const wait = await ports.admit(key, limit);
    if (wait !== null) {
      throw new DomainError('rate_limited', `Too many requests. Try again in ${wait} seconds.`, { retry_after: wait });
    }
  }
}

/**
 * Does one operation for an actor that a face has established: counts it, checks its input against the contract, runs
 * it. Both faces go through here, so that they cannot differ.
 */
export async function callOperation(ports: Ports, name: OperationName, actor: Actor, input: unknown): Promise<object> {
  const operation: Operation = operations[name];
  await admit(ports, operation, actor);
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) throw fromSchema(parsed.error);
  // The contract ties name, actor and input together; over the union of all operations TypeScript cannot see it.
  const run = implementations[name] as (ports: Ports, actor: Actor, input: unknown) => Promise<object>;
  return run(ports, actor, parsed.data);
}
