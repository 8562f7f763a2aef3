/** A person's or a file's own words inside ours: quoted, and each with its own direction. */
export const quoted = (text: string): string => `“\u2068${text}\u2069”`;

/** What the pages around the review say alike: the head, copying, the token. */
export const site = {
  brand: 'Sightline',
  nav: { label: 'Pages', workspace: 'Workspace', help: 'Help', docs: 'API reference' },
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    failed: 'Not copied',
    of: (what: string) => `Copy: ${what}`,
    done: (what: string) => `${what}: copied`,
    cannot: 'This browser does not let the page copy. Select the text and copy it by hand.',
  },
  token: {
    label: 'Your try token',
    show: 'Show',
    hide: 'Hide',
    showLong: 'Show the token',
    form: 'This is no try token: one starts with slt_ and has 53 letters and digits. Copy all of it.',
    missing: 'Paste a token first.',
    unknown: 'This token is unknown or has expired. Copy all of it, or ask for a new one.',
    offline: 'The service cannot be reached. The token is still here: try again when you are back online.',
    broken: 'The service could not look at the token just now. Try again in a minute.',
    remember: 'Remember on this device',
    rememberHint: 'Otherwise it is forgotten with this tab.',
  },
};
