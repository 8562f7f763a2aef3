/** Separate from the other strings, because the marking tools load after the first screenshot. */
export const later = {
  bar: {
    of: (what: string) => `Actions for ${what}`,
    edit: (what: string) => `Edit ${what}`,
    move: (what: string) => `Move or resize ${what}`,
    withdraw: (what: string) => `Delete ${what}`,
    moveHow: 'Arrow keys move it by 1 px, with Shift by 10. Or click its new place.',
    moveHowTouch: 'Tap its new place, drag its edges, or type where it goes.',
    done: 'Done',
    cancelMove: 'Cancel',
  },
  place: {
    field: { x: 'X', y: 'Y', width: 'W', height: 'H' },
    fieldLabel: {
      x: 'From the left, in pixels',
      y: 'From the top, in pixels',
      width: 'Width in pixels',
      height: 'Height in pixels',
    },
  },
  crosshair: {
    kind: 'crosshair',
    label:
      'Crosshair on the screenshot. Arrow keys move it, with Shift ten times as far. Enter places a mark, B or Shift Enter starts and ends an area, Escape leaves.',
    at: (x: number, y: number, element: string | null = null) =>
      `${Math.round(x * 100)} % across, ${Math.round(y * 100)} % down${element === null ? '' : `, ${element}`}`,
    boxStarted: 'Area started. Move to its other corner, then press B or Enter.',
  },
  handles: {
    handle: {
      nw: 'upper left corner',
      n: 'upper edge',
      ne: 'upper right corner',
      e: 'right edge',
      se: 'lower right corner',
      s: 'lower edge',
      sw: 'lower left corner',
      w: 'left edge',
    },
    dragHandle: (what: string) => `Drag the ${what}`,
  },
};
