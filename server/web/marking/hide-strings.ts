/** Separate from the other strings, because hiding marks loads after the first screenshot. */
export const hiding = {
  hide: 'Hide marks',
  show: 'Show marks',
  state: 'Marks are hidden.',
  hidden: 'Marks are hidden. Press H to show them.',
  shown: 'Marks are shown.',
};
