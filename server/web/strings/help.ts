/** Around the list of shortcuts, which is in `shortcuts.ts`. */
export const help = {
  help: {
    open: 'Keyboard shortcuts',
    title: 'Keyboard shortcuts',
    single: 'Use single-key shortcuts on this device',
  },
};
