import { count, short } from '../shared/words.ts';

/** Separate from the other strings, because replies load after the first screenshot. */
export const replies = {
  mark: (id: number) => `mark ${id}`,
  suggestion: (body: string) => `the suggestion “${short(body)}”`,
  label: (about: string) => `Replies to ${about}`,
  by: { agent: 'Fixing agent', reviewer: 'Reviewer' },
  guest: (author: string | null) => (author === null ? 'Guest' : `Guest ${author}`),
  you: 'You',
  asks: 'asks',
  onPass: (pass: number) => `on pass ${pass}`,
  reply: 'Reply',
  replyTo: (about: string) => `Reply to ${about}`,
  answer: 'Answer',
  answerTo: (about: string) => `Answer the question about ${about}`,
  field: 'Your reply',
  help: 'The fixing agent reads it. Your decision stays as it is.',
  guestReads: 'The guest reads it. If you accept the suggestion, the fixing agent reads it too.',
  reviewerReads: 'The reviewer reads it. If they accept the suggestion, the fixing agent reads it too.',
  send: 'Send reply',
  left: 'Your reply was not sent:',
  sent: (about: string) => `Replied to ${about}.`,
  waiting: (questions: number) => `${count(questions, 'question')} to answer`,
};
