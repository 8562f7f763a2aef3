import type { ActorKind, Operation } from '../contract/define-operation.ts';
import { type OperationName, operations } from '../contract/index.ts';
import { type Budget, consumeRateLimit } from '../domain/consume-rate-limit.ts';
import { implementations } from '../domain/index.ts';
import type { ActorOf, CallContext, Ports } from '../domain/ports.ts';
import { shapeOf } from './fields/shape.ts';
import { unknownFields } from './fields/unknown.ts';
import { readInput } from './input.ts';

export type Actor = ActorOf[ActorKind];

/** What a limit counts: the token, the link or the address. */
function callerKey(actor: Actor): string {
  if (actor.kind === 'client') return actor.credential;
  // One operation is for one kind of link, so that a review's two links are not counted together.
  return actor.kind === 'anyone' ? actor.address : actor.reviewId;
}

/** For a caller that gets no notifications before the answer. */
const unheard: CallContext = { signal: null, progress: () => {} };

/**
 * Does one operation for an actor that a face has established: counts it, checks its input against the contract, runs
 * it. REST and MCP go through here, so that they cannot differ.
 */
export async function callOperation(
  ports: Ports,
  name: OperationName,
  actor: Actor,
  input: unknown,
  onBudget: (budget: Budget) => void = () => {},
  call: CallContext = unheard,
): Promise<object> {
  const operation: Operation = operations[name];
  for (const limit of operation.limits) {
    await consumeRateLimit(
      ports,
      `${operation.limitGroup ?? operation.name}:${limit.seconds}:${callerKey(actor)}`,
      limit,
      onBudget,
    );
  }
  const fields = readInput(operation, input);
  // The contract ties name, actor and input together; over the union of all operations TypeScript cannot see it.
  const run = implementations[name] as (
    ports: Ports,
    actor: Actor,
    input: unknown,
    call: CallContext,
  ) => Promise<object>;
  const result = await run(ports, actor, fields, call);
  const isRead = operation.rest === null || operation.rest.method === 'GET';
  const warnings = isRead ? [] : unknownFields(shapeOf(operation.input), input);
  return warnings.length === 0 ? result : { ...result, warnings };
}
