/** Strings of aligned comparing, loaded with its components. */
export const words = {
  label: 'Rows',
  aligned: 'Aligned',
  raw: 'Raw',
  alignedTitle: 'The same content faces the same content (X)',
  rawTitle: 'Both screenshots from their top, as they are (X)',
  same: 'No content moved up or down here',
  unknown: 'It is not known which content moved here',
  removed: (pixels: number) => `${pixels} px removed here`,
  show: (pixels: number) => `Show the ${pixels} px that were removed here`,
  before: (id: number, side: string) => `Mark ${id} in ${side}`,
};
