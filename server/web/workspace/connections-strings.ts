import { quoted } from '../shared/strings.ts';

/** Strings of the connected clients, not in the review page's bundle. */
export const connections = {
  title: 'Connected clients',
  lead: 'Agents and jobs that signed in to this workspace by themselves. Each has its own tokens; disconnecting it revokes them.',
  none: 'No client is connected.',
  how: 'To connect an agent, or to connect it again, give it this address. On the page that opens, choose “Use a workspace you already have” and paste the token.',
  address: 'Address for clients',
  token: 'Token of this workspace',
  loading: 'Loading the clients…',
  broken: 'The clients can’t be loaded right now. The page keeps trying.',
  host: 'Returns to',
  joined: 'joined with a token',
  joinedBy: 'joined with the GitHub sign-in of',
  until: 'ends',
  made: 'made this workspace',
  since: 'Connected',
  used: 'last signed in',
  end: 'Disconnect',
  endOf: (name: string) => `Disconnect: ${name}`,
  dialog: {
    title: (name: string) => `Disconnect ${quoted(name)}?`,
    lead: 'Its tokens stop working at once, and it can no longer read or send reviews here. What it sent stays, with all links and deliveries.',
    again: 'It can ask to connect again; then somebody has to allow it.',
    confirm: 'Disconnect it now',
    keep: 'Keep it connected',
    done: (name: string) => `${quoted(name)} is disconnected.`,
  },
};
