import { quoted } from '../shared/strings.ts';
import { count } from '../shared/words.ts';

/** Strings of the home page, not in the review page's bundle. */
export const home = {
  source: {
    label: 'What to review',
    kinds: { images: 'Images', page: 'Web page', pdf: 'PDF', email: 'Email' },
    images: {
      drop: 'Drop up to five images here, or paste one',
      more: (left: number) => `Drop, paste or choose ${left === 1 ? 'one more' : `up to ${left} more`}`,
      full: 'A review takes up to five images',
      choose: 'Choose images',
      formats: 'PNG, JPEG or WebP',
      chosen: 'Chosen images',
      remove: (name: string) => `Remove ${name}`,
      pasted: (n: number) => (n === 1 ? 'Pasted image' : `Pasted image ${n}`),
    },
    page: {
      label: 'Address of the page',
      placeholder: 'https://example.com/pricing',
      help: 'A public page. It is captured at desktop and phone size.',
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
      help: 'It is shown as wide as in a mail program, with scripts off.',
      from: (name: string) => `From ${name}`,
    },
  },
  size: (bytes: number) =>
    bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`,

  title: 'Title',
  titlePlaceholder: 'What is it?',
  titleOf: (name: string, others: number) => (others === 0 ? name : `${name} and ${others} more`),
  titleOfEmail: 'Email',

  open: 'Create review',
  opening: 'Creating…',
  stop: 'Stop',
  nothingYet: 'Nothing is uploaded until you click Create review.',
  ownWorkspace: 'It goes to the workspace saved in this browser.',
  step: {
    token: 'Creating a workspace for you',
    reading: 'Reading the files',
    sending: (share: number) => `Uploading: ${Math.floor(share * 100)} %`,
    looking: 'Uploaded. Checking it',
  },
  stopped: 'Stopped. Everything you chose is still here.',

  missing: {
    images: 'Choose an image first.',
    page: 'Type the address of a page first.',
    pageForm: 'That isn’t the address of a page. It should look like https://example.com/pricing.',
    pdf: 'Choose a PDF first.',
    email: 'Paste the email’s HTML first, or choose its file.',
  },
  left: {
    kind: (name: string) => `${quoted(name)} was left out: it isn’t a PNG, JPEG, WebP, PDF or HTML file.`,
    many: (name: string) => `${quoted(name)} was left out: a review takes up to five images.`,
    mixed: (name: string) => `${quoted(name)} was left out: a review shows images, a PDF or an email.`,
    empty: (name: string) => `${quoted(name)} was left out: the file is empty.`,
  },

  trouble: {
    kept: 'Everything you chose is still here.',
    offline: 'The service cannot be reached. Everything you chose is still here: try again once it answers.',
    credits: (needed: number, held: number) =>
      `This review costs ${count(needed, 'credit')}, and your workspace has ${held} left this month.`,
    refill: 'Credits renew',
    closed: 'Only the operator of this service gives out tokens. Ask them for one and paste it here.',
    tokensBusy: 'Too many workspaces were created from your network. You can create the next one after',
    busy: 'Too many reviews were created in a short time. You can create the next one after',
    orToken: 'If you have a try token already, paste it here.',
    expired:
      'The token saved in this browser has expired or was replaced. Click again to use another workspace; older reviews keep their links.',
    large: (what: string, most: string) => `${what} is too large: the limit is ${most}.`,
    largeAll: 'This is too large for one request. Take fewer or smaller files.',
    unreadable: (name: string) => `${quoted(name)} could not be read. Was it moved or changed? Choose it again.`,
    refused: (message: string) => `${message} Everything else is still here.`,
    broken: 'Something went wrong on the service’s side. Everything you chose is still here: try again in a minute.',
    quoted: (message: string) => `${message} Everything you chose is still here.`,
  },
  fields: {
    image: quoted,
    page: 'The address',
    pdf: 'The PDF',
    email: 'The email',
    title: 'The title',
  },

  made: {
    preparing: {
      images: 'Preparing your review',
      capture: 'Capturing the page',
      pdf: 'Rendering the pages',
      html: 'Rendering the email',
    },
    ready: 'Your review is ready',
    failed: 'No screenshot could be made',
    progress: (done: number, of: number) => `${done} of ${count(of, 'screenshot')}`,
    shots: (n: number) => `${count(n, 'screenshot')} ${n === 1 ? 'is' : 'are'} ready for review.`,
    wait: 'You can already share the links.',
    still: 'The service isn’t answering right now. The links still work.',
    go: 'Open the review',
    review: 'Review link',
    reviewHelp: 'Anyone with this link can mark and decide. Share it only with the reviewer.',
    guest: 'Guest link',
    guestHelp: 'Anyone with this link can view and leave suggestions, but not decide.',
    back: 'Change it and try again',
    returned: 'Your credits were refunded.',
    another: 'Try another',
    all: 'All your reviews',
  },

  useToken: 'Use this token and create the review',

  sample: {
    open: 'Open a sample review',
    opening: 'Opening…',
    help: 'A real review of a made-up website, in a second pass. Its decision notifies nobody, and it is deleted after a day.',
    offline: 'The service cannot be reached. Try again once it answers.',
    broken: 'The sample could not be opened just now. Try again in a minute.',
  },

  developers: {
    title: 'From a CI job, or a client that cannot sign in',
    lead: 'A try token opens a workspace: anyone who has it can read, create and delete its reviews, use their links, and delete the whole workspace.',
    get: 'Get a try token',
    getting: 'Getting a token…',
    token: 'Try token',
    until: 'Valid until',
    show: 'Show the token',
    hide: 'Hide the token',
    forget: 'Forget it in this browser',
    forgotten: 'Forgotten in this browser. Its reviews keep their links.',
    curl: 'Send a first review',
    assistant: 'Add it to a command-line assistant, with the token',
    editor: 'Or to an editor’s MCP configuration, with the token',
  },
};
