import type { Operation, RestOperation } from './define-operation.ts';
import { operations } from './operations.generated.ts';

export { operations };

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** Returns the operations whose calls count together with those of this one. */
export const countedWith = ({ name, limitGroup }: Operation): string[] =>
  Object.values<Operation>(operations)
    .filter((each) => limitGroup !== undefined && each.limitGroup === limitGroup && each.name !== name)
    .map((each) => each.name);

/** The operations that are also reached over REST. */
export type RestOperationName = {
  [Name in OperationName]: Operations[Name]['rest'] extends null ? never : Name;
}[OperationName];

export const restOperations: readonly RestOperation[] = Object.values<Operation>(operations).filter(
  (operation): operation is RestOperation => operation.rest !== null,
);
