import { count, short } from './words.ts';

/** Hints, and what guests left. */
export const hints = {
  inbox: {
    accept: 'Make it a mark',
    acceptMust: 'As must fix',
    edit: 'Edit first',
    becameMark: (id: number) => `Now mark ${id}`,
    becomesMark: 'Becomes a mark once it is sent',
    hintAccepted: (id: number) => `Mark ${id} made of the hint.`,
    hintHidden: 'Hint hidden.',
    hintBack: 'The hint is back.',
    suggestionAccepted: (id: number) => `Mark ${id} made of the suggestion.`,
    suggestionDismissed: 'Suggestion dismissed.',
    suggestionBack: 'The suggestion is back.',
  },
  hints: {
    title: 'Hints',
    lead: 'Found automatically or left by whoever sent this. They are no marks until you make them so.',
    none: 'You have been through all of them.',
    hide: 'Hide',
    hidden: 'hidden',
    settled: (hidden: number, marks: number) =>
      [hidden > 0 ? `${hidden} hidden` : '', marks > 0 ? `${marks} made ${marks === 1 ? 'a mark' : 'marks'}` : '']
        .filter(Boolean)
        .join(' · '),
    byModel: 'said by a model: it may be wrong',
    opinion: (of: { waiting: number; failed: number; problems: readonly string[] }, found: number) =>
      of.waiting > 0
        ? `Looking at ${count(of.waiting, 'shot')}…`
        : of.problems.join(' ') || (found === 0 ? 'Looked at automatically: nothing found.' : ''),
    source: { client: 'from whoever sent this', second_opinion: 'found automatically' },
    severity: { a11y: 'Accessibility', suggestion: 'Suggestions', polish: 'Polish', other: 'Other' },
    reveal: 'Show on the picture:',
    nowhere: 'About the whole:',
  },
  guests: {
    title: 'Guests',
    lead: 'What people with the guest link suggest. Nothing of it counts until you make it a mark.',
    none: 'You have answered all of them.',
    anonymous: 'A guest',
    dismiss: 'Dismiss',
    dismissed: 'dismissed',
    settled: (n: number) => `${count(n, 'suggestion')} answered`,
    pin: (author: string, body: string) => `Suggestion by ${author}: ${short(body)}`,
  },
};
