import { count, short } from './words.ts';

/** Hints, and what guests left. */
export const hints = {
  hints: {
    title: 'Hints',
    lead: 'Found automatically or left by whoever sent this. They are no marks until you make them so.',
    toMark: 'Make it a mark',
    hide: 'Hide',
    show: (n: number) => `Show ${count(n, 'hidden hint')}`,
    severity: { suggestion: 'suggestion', a11y: 'accessibility', polish: 'polish' },
    reveal: (body: string) => `Show on the picture: ${short(body)}`,
  },
  guests: {
    title: 'Guests',
    anonymous: 'A guest',
    status: { pending: 'suggested', accepted: 'now a mark', dismissed: 'dismissed' },
  },
};
