/** Quotes foreign text with its own direction. */
export const quoted = (text: string): string => `“\u2068${text}\u2069”`;

export const site = {
  brand: 'Sightline',
  nav: { label: 'Pages', workspace: 'Workspace', help: 'Help', docs: 'API reference' },
  copy: {
    copy: 'Copy',
    copied: 'Copied',
    failed: 'Not copied',
    of: (what: string) => `Copy: ${what}`,
    done: (what: string) => `${what}: copied`,
    cannot: 'This browser does not let the page copy. Select the text and copy it yourself.',
  },
  token: {
    label: 'Your try token',
    show: 'Show',
    hide: 'Hide',
    showLong: 'Show the token',
    hideLong: 'Hide the token',
    form: 'That isn’t a valid try token: one starts with slt_ and has 53 letters and digits. Copy all of it.',
    missing: 'Paste a token first.',
    unknown: 'This token is unknown or has expired. Copy all of it, or ask for a new one.',
    offline: 'The service cannot be reached. The token is still here: try again once it answers.',
    broken: 'The service could not check the token just now. Try again in a minute.',
    remember: 'Remember on this device',
    rememberHelp: 'Otherwise it is forgotten with this tab.',
  },
};
