import type { z } from 'zod';
import type { OperationName, Operations } from '../contract/index.ts';
import { handlers } from './operations.generated.ts';
import type { ActorOf, CallContext, Ports } from './ports.ts';

export type Implementations = {
  [Name in OperationName]: (
    ports: Ports,
    actor: ActorOf[Operations[Name]['actor']],
    input: z.output<Operations[Name]['input']>,
    call: CallContext,
  ) => Promise<z.output<Operations[Name]['output']>>;
};

/** The function that implements each operation of the contract. An operation without one does not compile. */
export const implementations: Implementations = handlers;
