import { count, short } from '../shared/words.ts';

export const findings = {
  inbox: {
    accept: 'Add as mark',
    acceptMust: 'As must fix',
    edit: 'Edit first',
    becameMark: (id: number) => `Now mark ${id}`,
    becomesMark: 'Becomes a mark once it is sent',
    accepted: (id: number) => `Added as mark ${id}.`,
    findingHidden: 'Finding dismissed.',
    findingBack: 'Finding restored.',
    suggestionDismissed: 'Suggestion dismissed.',
    suggestionBack: 'Suggestion restored.',
    replyMoved: (id: number) =>
      `The suggestion is mark ${id} now. What you wrote is a reply to the mark, not sent yet.`,
    replyLeft: (words: string) => `The suggestion was dismissed or withdrawn. Your reply was not sent: “${words}”`,
  },
  findings: {
    title: 'Findings',
    lead: 'Found automatically or added by the requester. They aren’t marks until you add them.',
    none: 'You’ve handled all of them.',
    hide: 'Dismiss',
    hidden: 'dismissed',
    settled: (hidden: number, marks: number) =>
      [
        hidden > 0 ? `${hidden} dismissed` : '',
        marks > 0 ? `${marks} added as ${marks === 1 ? 'a mark' : 'marks'}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    byModel: 'found by a model: it may be wrong',
    opinion: (of: { waiting: number; done: number; problems: readonly string[] }, found: number, shots: number) =>
      of.waiting > 0
        ? `Checking ${count(of.waiting, 'screenshot')}…`
        : of.problems.join(' ') ||
          (found > 0
            ? ''
            : of.done < shots
              ? `${of.done} of ${count(shots, 'screenshot')} checked automatically: nothing found.`
              : 'Checked automatically: nothing found.'),
    source: { client: 'from the requester', second_opinion: 'found automatically' },
    severity: { a11y: 'Accessibility', suggestion: 'Suggestions', polish: 'Polish', other: 'Other' },
    reveal: 'Show on the screenshot:',
    whole: 'About the whole review:',
  },
  guests: {
    title: 'Guests',
    lead: 'Suggestions from people with the guest link. They aren’t marks until you add them.',
    none: 'You have answered all of them.',
    anonymous: 'A guest',
    dismiss: 'Dismiss',
    dismissed: 'dismissed',
    settled: (n: number) => `${count(n, 'suggestion')} answered`,
    marker: (author: string, body: string) => `Suggestion by ${author}: ${short(body)}`,
  },
};
