/** The list of shortcuts. */
export const help = {
  help: {
    open: 'Keyboard shortcuts',
    title: 'Keyboard shortcuts',
    single: 'Use single-key shortcuts on this device',
    rows: [
      ['J / K', 'Next or previous shot'],
      ['N / P', 'Next or previous mark'],
      [', / .', 'Previous or next change'],
      ['C', 'Outline what changed'],
      ['1 2 3 4 5 6', 'Now, Side by side, Swipe, Diff, Onion, Blink'],
      ['B', 'Hold to see the previous pass'],
      ['+ / −', 'Zoom in or out (also Ctrl or ⌘ and wheel)'],
      ['F', 'Fit width'],
      ['0', '100 %'],
      ['M', 'Mark by keyboard'],
      ['E', 'Edit the chosen mark'],
      ['Alt M', 'Must fix, while writing'],
      ['Ctrl Enter', 'Save the mark (⌘ Enter on a Mac)'],
      ['Esc', 'Close; a draft is kept'],
      ['V', 'Looks fixed'],
      ['R', 'Not fixed yet'],
      ['[ / ]', 'Hide or show the columns'],
      ['?', 'This list'],
    ],
  },
};
