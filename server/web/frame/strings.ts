/** What the frame says before the page, in a script of its own. */
export const words = {
  show: 'Show the review',
  retry: 'Try again',
  open: 'Open in browser',
  workspace: 'Open Sightline',
  notShown: 'The review cannot be shown here.',
  nothing: 'There is no review to show.',
  address: 'Open this address in your browser:',
  close: 'Close',
};
