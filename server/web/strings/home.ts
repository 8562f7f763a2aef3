/** The home page. */
export const home = {
  home: {
    token: 'Your try token',
    once: (date: string) =>
      `Keep this token: it is shown once and lasts until ${date}. Whoever has it can read and send reviews of its workspace.`,
    curl: 'Send a first review',
    assistant: 'Add it to a command-line assistant',
    editor: 'Or to an editor’s MCP configuration',
    copy: 'Copy',
    copied: 'Copied',
    failed: 'No token could be made just now. Try again in a minute.',
  },
};
