/** Separate from the other strings, because the list of elements loads when it is opened. */
export const elements = {
  title: 'Elements',
  label: (shot: string) => `Elements on ${shot}`,
  close: 'Close the list of elements',
  coming: 'Fetching the elements…',
  failed: 'The elements could not be fetched. Close the list and open it again.',
  none: 'This screenshot has no known elements.',
  how: 'Press Enter to mark the selected element.',
};
