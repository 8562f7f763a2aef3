import { expect, test } from 'vitest';
import type { Operation } from '../../../server/contract/define-operation.ts';
import { ErrorBody, ErrorCode } from '../../../server/contract/error.ts';
import * as examples from '../../../server/contract/examples.ts';
import { operations } from '../../../server/contract/index.ts';
import { Review } from '../../../server/contract/review.ts';

const all = Object.values<Operation>(operations).map((operation) => [operation.name, operation] as const);

test.each(all)('the example of %s is a valid call with a valid answer', (_, { example, input, output }) => {
  expect(example.description).toMatch(/^[A-Z].+\.$/);
  // Strict, because a field that no schema knows would mislead people who copy the example.
  expect(input.strict().safeParse(example.input).error).toBeUndefined();
  expect(output.strict().safeParse(example.output).error).toBeUndefined();
});

const reviews = Object.entries(examples).filter(([name]) => /Review$|^secondPass$/.test(name));

test.each(reviews)('%s states the right numbers of marks', (_, example) => {
  const review = Review.strict().parse(example);
  const outstanding = review.marks.filter(({ status }) => ['open', 'in_progress', 'reopened'].includes(status));
  expect(review.outstanding_marks).toBe(outstanding.length);
  expect(review.marks_awaiting_verification).toBe(review.marks.filter(({ status }) => status === 'resolved').length);
  expect(review.work_packets.pins.map(({ mark_id }) => mark_id)).toEqual(outstanding.map(({ id }) => id));
});

test.each(ErrorCode.options)('the example of %s has that error code', (code) => {
  const body = ErrorBody.parse(examples.errorExamples[code]);
  expect(body.error).toBe(code);
  expect(body.message).toMatch(/[.:]/);
});

test('no example holds what looks like a token', () => {
  expect(JSON.stringify(all.map(([, { example }]) => example))).not.toMatch(/sl[tar]_\w{20}/);
});
