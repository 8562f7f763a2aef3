import { quoted } from './site.ts';

/** The workspace page's list of clients that are signed in. Not in the review page's bundle. */
export const connections = {
  title: 'Connected clients',
  lead: 'Agents and jobs that signed in to this workspace by themselves. Each has tokens of its own, which end here.',
  none: 'No client is connected.',
  how: 'To connect an agent to this workspace, also one that was here before, give it this address. On the page that opens, choose “Use a workspace you already have” and paste the token.',
  address: 'Address for clients',
  token: 'Token of this workspace',
  loading: 'Reading the clients…',
  broken: 'The clients cannot be read just now. The page tries again by itself.',
  host: 'Returns to',
  joined: 'joined by a token',
  joinedBy: 'joined by the GitHub sign-in of',
  until: 'ends',
  made: 'made this workspace',
  since: 'Connected',
  used: 'last signed in',
  end: 'Disconnect',
  endOf: (name: string) => `Disconnect: ${name}`,
  dialog: {
    title: (name: string) => `Disconnect ${quoted(name)}?`,
    lead: 'Its tokens are dead at once, and it can no longer read or send reviews here. What it sent stays, with all links and deliveries.',
    again: 'It can ask to connect again; then somebody has to allow it.',
    confirm: 'Disconnect it now',
    keep: 'Keep it connected',
    done: (name: string) => `${quoted(name)} is disconnected.`,
  },
};
