import { count } from '../shared/words.ts';

/** Separate from the other strings, because replies load after the first screenshot. */
export const replies = {
  label: (mark: number) => `Replies to mark ${mark}`,
  by: { agent: 'Fixing agent', reviewer: 'Reviewer', guest: 'Guest' },
  asks: 'asks',
  onPass: (pass: number) => `on pass ${pass}`,
  reply: 'Reply',
  replyTo: (mark: number) => `Reply to mark ${mark}`,
  answer: 'Answer',
  answerTo: (mark: number) => `Answer the question about mark ${mark}`,
  field: 'Your reply',
  help: 'The fixing agent reads it. Your decision stays as it is.',
  send: 'Send reply',
  sent: (mark: number) => `Replied to mark ${mark}.`,
  waiting: (questions: number) => `${count(questions, 'question')} to answer`,
};
