/** Separate from the other strings, because only the reviewer draws. */
export const drawing = {
  label: 'Draw on the screenshot',
  arrow: 'Draw an arrow',
  line: 'Draw a line',
  undo: 'Undo the last stroke',
  clear: 'Remove what was drawn',
  on: {
    arrow: 'Arrow: drag from its start to what it points at.',
    line: 'Line: drag on the screenshot.',
  },
  off: 'Drawing ended.',
  keyed: 'Arrow added. Arrow keys move its start; Tab leads to its end.',
  undone: 'Stroke removed.',
  cleared: 'Drawing removed.',
  full: 'There is no space for another stroke. Remove one first.',
  start: (number: number, x: number, y: number) => `Start of arrow ${number}, ${at(x, y)}`,
  end: (number: number, x: number, y: number) => `End of arrow ${number}, ${at(x, y)}`,
};

const at = (x: number, y: number): string => `${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down`;
