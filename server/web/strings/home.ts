import { quoted } from './site.ts';
import { count } from './words.ts';

/** The home page: trying the service, and what developers take with them. Not in the review page's bundle. */
export const home = {
  source: {
    label: 'What is to be looked at',
    kinds: { pictures: 'Pictures', page: 'Web page', pdf: 'PDF', email: 'Email' },
    pictures: {
      drop: 'Drop up to five pictures here, or paste one',
      more: (left: number) => `Drop, paste or choose ${left === 1 ? 'one more' : `up to ${left} more`}`,
      full: 'Five pictures are the most one try takes',
      choose: 'Choose pictures',
      formats: 'PNG, JPEG or WebP',
      chosen: 'Chosen pictures',
      remove: (name: string) => `Remove ${name}`,
      pasted: (n: number) => (n === 1 ? 'Pasted picture' : `Pasted picture ${n}`),
    },
    page: {
      label: 'Address of the page',
      placeholder: 'https://example.com/pricing',
      hint: 'A public page. It is captured as on a desktop and as on a phone.',
    },
    pdf: {
      drop: 'Drop a PDF here',
      choose: 'Choose a PDF',
      other: 'Choose another',
      formats: 'Its first five pages are shown',
      remove: 'Remove the PDF',
    },
    email: {
      label: 'HTML of the email',
      placeholder: 'Paste the email’s HTML',
      choose: 'Choose a file',
      hint: 'It is shown as wide as in a mail program, with scripts off.',
      from: (name: string) => `From ${name}`,
    },
  },
  size: (bytes: number) =>
    bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`,

  title: 'Title',
  titlePlaceholder: 'What is it?',
  titleOf: (name: string, others: number) => (others === 0 ? name : `${name} and ${others} more`),
  titleOfEmail: 'Email',

  open: 'Open a review',
  opening: 'Opening…',
  stop: 'Stop',
  nothingYet: 'Nothing leaves this device before you press.',
  ownWorkspace: 'It goes to the workspace kept in this browser.',
  step: {
    token: 'Making a workspace for you',
    reading: 'Reading the files',
    sending: (share: number) => `Uploading: ${Math.floor(share * 100)} %`,
    looking: 'Uploaded. The service looks at it',
  },
  stopped: 'Stopped. Everything you chose is still here.',

  missing: {
    pictures: 'Choose a picture first.',
    page: 'Type the address of a page first.',
    pageForm: 'This is no address of a page. One looks like https://example.com/pricing.',
    pdf: 'Choose a PDF first.',
    email: 'Paste the email’s HTML first, or choose its file.',
  },
  left: {
    kind: (name: string) => `${quoted(name)} is left out: it is no PNG, JPEG, WebP, PDF or HTML.`,
    many: (name: string) => `${quoted(name)} is left out: five pictures are the most.`,
    mixed: (name: string) => `${quoted(name)} is left out: a review shows pictures, or a PDF, or an email.`,
    empty: (name: string) => `${quoted(name)} is left out: the file is empty.`,
  },

  trouble: {
    kept: 'Everything you chose is still here.',
    offline: 'The service cannot be reached. Everything you chose is still here: press again when you are back online.',
    credits: (needed: number, held: number) =>
      `This review costs ${count(needed, 'credit')}, and your workspace has ${held} left this month.`,
    refill: 'New credits come on',
    closed: 'This installation gives out tokens only through whoever runs it. Ask them for one and paste it here.',
    tokensBusy: 'Too many workspaces were made from your network. The next one can be made after',
    busy: 'Too many reviews were opened in a short time. The next one can be opened after',
    orToken: 'If you have a try token already, paste it here.',
    expired:
      'The token kept in this browser has expired or was replaced. Press again for a new workspace; older reviews stay at their links.',
    large: (what: string, most: string) => `${what} is too large: ${most} is the most this service takes.`,
    largeAll: 'This is too large for one request. Take fewer or smaller files.',
    unreadable: (name: string) => `${quoted(name)} could not be read. Was it moved or changed? Choose it again.`,
    refused: (message: string) => `${message} Everything else is still here.`,
    broken: 'Something went wrong on the service’s side. Everything you chose is still here: try again in a minute.',
    quoted: (message: string) => `${message} Everything you chose is still here.`,
  },
  fields: {
    picture: quoted,
    page: 'The address',
    pdf: 'The PDF',
    email: 'The email',
    title: 'The title',
  },

  made: {
    preparing: {
      images: 'Your review is being prepared',
      capture: 'The page is being captured',
      pdf: 'The pages are being drawn',
      html: 'The email is being rendered',
    },
    ready: 'Your review is ready',
    failed: 'No picture could be made of it',
    progress: (done: number, of: number) => `${done} of ${count(of, 'shot')}`,
    shots: (n: number) => `${count(n, 'shot')} ${n === 1 ? 'waits' : 'wait'} to be looked at.`,
    wait: 'You can send the links already.',
    still: 'The service does not answer just now. The links work all the same.',
    go: 'Open the review',
    review: 'Review link',
    reviewHint: 'Whoever has it can mark and decide. Send it only to them.',
    guest: 'Guest link',
    guestHint: 'Whoever has it can look and leave suggestions, not decide.',
    back: 'Change it and try again',
    returned: 'Your credits were given back.',
    another: 'Try another',
    all: 'All your reviews',
  },

  useToken: 'Use this token and open the review',

  developers: {
    title: 'From a CI job, or a client that cannot sign in',
    lead: 'A try token stands for a workspace: whoever has it can read and send its reviews.',
    get: 'Get a try token',
    getting: 'Getting a token…',
    token: 'Try token',
    until: 'Lasts until',
    show: 'Show the token',
    hide: 'Hide the token',
    forget: 'Forget it in this browser',
    forgotten: 'Forgotten in this browser. Its reviews stay at their links.',
    curl: 'Send a first review',
    assistant: 'Add it to a command-line assistant, with the token',
    editor: 'Or to an editor’s MCP configuration, with the token',
  },
};
