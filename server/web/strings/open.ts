import { count } from './words.ts';

/** The workspace page behind a link that an agent gave. Not in the review page's bundle. */
export const open = {
  title: 'Open the workspace',
  lead: 'Your agent made this link. It opens the workspace that the agent works in: its reviews, its credits and the clients that are connected to it.',
  caution:
    'Go on only if you asked for it: what you send from this page goes to that workspace, and others may see it.',
  once: 'The link is good once, for ten minutes.',
  held: 'Another workspace is open in this browser. This one takes its place: copy the other’s token first if you have it nowhere else.',
  heldToken: 'Token of the workspace that is open now',
  leave: 'Not now',
  action: 'Open the workspace',
  working: 'Opening…',
  failure: {
    offline: 'The service cannot be reached. Try again when you are back online: the link may still be good.',
    broken:
      'The service could not open it just now. Try again in a minute; if the link is used up then, ask your agent for another.',
    busy: (seconds: number) => `Too many tries from here. Try again in ${count(seconds, 'second')}.`,
    form: 'A part of this link is missing. Copy all of it, or ask your agent to open the workspace again.',
  },
  opened: {
    title: 'The workspace is open',
    lead: 'This is its token, which this page uses from now on. It is good for 90 days: keep it, to come back without the agent and on other devices.',
    token: 'Token of the workspace',
    again:
      'Should the agent ever lose its connection, it can come back to these reviews: connect it anew, choose “Use a workspace you already have” on the page that opens, and paste the token there.',
    close: 'I have kept it',
    cautious: 'Whoever has the token has the workspace.',
  },
};
