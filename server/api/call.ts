import type { ActorKind, Operation } from '../contract/define-operation.ts';
import { type OperationName, operations } from '../contract/index.ts';
import { type Budget, consumeRateLimit, countingWithin } from '../domain/consume-rate-limit.ts';
import { implementations } from '../domain/index.ts';
import type { ActorOf, CallContext, Ports } from '../domain/ports.ts';
import { despiteLostImages } from '../domain/shot/image-lost.ts';
import { shapeOf } from './fields/shape.ts';
import { unknownFields } from './fields/unknown.ts';
import { readInput } from './input.ts';

export type Actor = ActorOf[ActorKind];

/** Returns what a limit counts by: the token, the link or the address. */
function callerKey(actor: Actor): string {
  if (actor.kind === 'client') return actor.credential;
  // Each operation is for one kind of link only, so a review's two links are not counted together.
  return actor.kind === 'anyone' ? actor.address : actor.reviewId;
}

/** Counts one call by each limit of its operation, or by none when one refuses it. */
async function count(
  ports: Ports,
  { limits, limitGroup, name }: Operation,
  caller: string,
  onBudget: (budget: Budget) => void,
): Promise<void> {
  const countWith = async (counting: Ports): Promise<void> => {
    for (const limit of limits) {
      await consumeRateLimit(counting, `${limitGroup ?? name}:${limit.seconds}:${caller}`, limit, limit.what, onBudget);
    }
  };
  // One statement needs no transaction.
  if (limits.length < 2) return countWith(ports);
  await ports.transaction((tx) => countWith(countingWithin(ports, tx)));
}

/** The context of a caller that gets no progress before the answer. */
const unheard: CallContext = { signal: null, progress: () => {} };

/**
 * Runs one operation for an actor that the HTTP layer has established: counts it, checks its input against the
 * contract, and calls it. REST and MCP both use this, so they cannot differ.
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
  await count(ports, operation, callerKey(actor), onBudget);
  const fields = readInput(operation, input);
  // The contract ties name, actor and input together, which TypeScript cannot see over the union of all operations.
  const run = implementations[name] as (
    ports: Ports,
    actor: Actor,
    input: unknown,
    call: CallContext,
  ) => Promise<object>;
  const result = await despiteLostImages(() => run(ports, actor, fields, call));
  const isRead = operation.rest === null || operation.rest.method === 'GET';
  const warnings = isRead ? [] : unknownFields(shapeOf(operation.input), input);
  return warnings.length === 0 ? result : { ...result, warnings };
}
