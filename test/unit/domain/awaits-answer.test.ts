import { expect, test } from 'vitest';
import { answeredMarks, askedMarks, awaitsAnswer } from '../../../server/contract/awaits-answer.ts';
import { answer, answeredReview, ids, mark, question } from '../../../server/contract/examples.ts';
import type { Mark, Reply } from '../../../server/contract/mark.ts';

const remark: Reply = { ...question, question: false };

test.each<[string, Reply[], boolean, Mark['status']?, number?]>([
  ['nothing was written', [], false],
  ['the agent asked', [question], true],
  ['the agent wrote something else since', [question, remark], true],
  ['the reviewer answered', [question, answer], false],
  ['the agent asked again', [question, answer, question], true],
  ['the agent only wrote something', [answer, remark], false],
  ['the agent asked on an earlier pass', [question], false, 'reopened', 2],
  ['the mark is reported as fixed', [question], true, 'resolved'],
  ['the mark is verified', [question], false, 'verified'],
  ['the mark is withdrawn', [question], false, 'withdrawn'],
])('whether an answer is awaited when %s', (_when, replies, awaited, status = 'open', pass = 1) => {
  expect(awaitsAnswer({ replies, status }, pass)).toBe(awaited);
});

test.each<[string, Reply[], Mark['status'], pass: number, boolean]>([
  ['the reviewer answered', [question, answer], 'resolved', 1, true],
  ['the agent asked again', [question, answer, question], 'resolved', 1, false],
  ['nobody asked', [answer], 'resolved', 1, false],
  ['the agent asked on an earlier pass', [question, answer], 'resolved', 2, false],
  ['it is still to be fixed', [question, answer], 'open', 1, false],
])('whether an answer is in no work packet when %s', (_when, replies, status, pass, isAnswered) => {
  const of = { ...mark, status, replies };
  expect(answeredMarks({ marks: [of], pass })).toEqual(isAnswered ? [of] : []);
});

test('a question can be answered until the review expires or has a next pass', () => {
  const asked = { ...mark, replies: [question] };
  const review = { ...answeredReview, marks: [asked, { ...mark, id: 2 }] };
  expect(askedMarks(review)).toEqual([asked]);
  expect(askedMarks({ ...review, next_pass_id: ids.second })).toEqual([]);
  expect(askedMarks({ ...review, next_action: { action: 'expired', summary: '' } })).toEqual([]);
});
