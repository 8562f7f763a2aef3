import { expect, test } from 'vitest';
import { readInput } from '../../../server/api/input.ts';
import { operations } from '../../../server/contract/index.ts';
import { DomainError } from '../../../server/domain/failure.ts';

const read = (input: object) => readInput(operations.create_review, { type: 'ui', images: ['x'], ...input });
const refusal = (input: object): unknown => {
  try {
    return read(input);
  } catch (error) {
    return error instanceof DomainError ? error.details.errors : error;
  }
};

test('lengths are counted in characters, whatever JavaScript counts', () => {
  const title = '🙂'.repeat(160);
  expect(read({ title: `  ${title} ` })).toMatchObject({ title });
  expect(refusal({ title: `${title}🙂` })).toMatchObject([{ path: 'title' }]);
  expect(refusal({ title, context: 3 })).toMatchObject([{ path: 'context' }]);
});
