export const marking = {
  tools: {
    label: 'Mark and zoom',
    box: 'Mark an area',
    boxOn: 'Area: click one corner, then the other; or drag.',
    cornerSet: 'First corner set. Click the opposite one.',
    element: 'Mark an element',
    elementOn: 'Elements: point at one and click. Arrow up and down select the enclosing element and back.',
    tree: 'List of elements',
    off: 'Click for a point, drag for an area.',
    noFurther: 'There is nothing further.',
    placed: 'Moved.',
    notMoved: 'Not moved.',
  },
  place: {
    title: 'Place and size',
    how: (touch: boolean) => `${touch ? 'Tap' : 'Click'} the screenshot to move it there.`,
    wider: 'Around it',
    narrower: 'Inside it',
    at: ({ x, y, width, height }: { x: number; y: number; width: number | null; height: number | null }) =>
      width === null ? `${x}, ${y} px` : `${x}, ${y} px, ${width} by ${height} px`,
  },
};
