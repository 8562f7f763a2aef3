/** Separate from the other strings, because only the reviewer adds images. */
export const reference = {
  add: 'Add an image: like this',
  addHelp: 'Or paste or drop one here',
  caption: 'Like this',
  remove: 'Remove the image',
  alt: (what: string) => `How ${what} should look`,
  thisMark: 'this',
  mark: (id: number) => `mark ${id}`,
  added: 'Image added.',
  removed: 'Image removed.',
  replaced: 'Image replaced.',
  kind: 'Only PNG, JPEG and WebP images can be added.',
  unreadable: 'This file cannot be read as an image.',
  large: 'This image is too large to keep. Add a smaller part of it.',
  noSpace: 'This device has no space left to keep the image until it is sent, so it was not added. Your text is kept.',
};
