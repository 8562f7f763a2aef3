import { count } from '../shared/words.ts';

/** Strings of an agent's link to the workspace, not in the review page's bundle. */
export const open = {
  title: 'Open the workspace',
  lead: 'Your agent made this link. It opens the workspace that the agent works in: its reviews, its credits and the clients that are connected to it.',
  caution:
    'Continue only if you asked for it: what you send from this page goes to that workspace, and others may see it.',
  once: 'The link works once, within ten minutes.',
  held: 'Another workspace is open in this browser. This one replaces it: copy the other token first if you haven’t saved it.',
  heldToken: 'Token of the workspace that is open now',
  leave: 'Not now',
  action: 'Open the workspace',
  working: 'Creating…',
  failure: {
    offline: 'The service cannot be reached. Try again once it answers: the link may still work.',
    broken:
      'The service could not open it just now. Try again in a minute; if the link no longer works, ask your agent for another.',
    busy: (seconds: number) => `Too many tries from here. Try again in ${count(seconds, 'second')}.`,
    form: 'A part of this link is missing. Copy all of it, or ask your agent to open the workspace again.',
  },
  opened: {
    title: 'The workspace is open',
    lead: 'This is its token, which this page uses from now on. It is valid for 90 days: save it to come back without the agent and on other devices.',
    token: 'Token of the workspace',
    again:
      'If the agent loses its connection, it can return to these reviews: connect it again, choose “Use a workspace you already have” on the page that opens, and paste the token there.',
    close: 'I’ve saved it',
    cautious: 'Anyone with the token has the workspace.',
  },
};
