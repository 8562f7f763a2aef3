/** Where the content of an earlier screenshot is on a later one, both in their own pixels. */
export interface Alignment {
  /** From top to bottom: the `length` rows from `from` of the earlier image are at `to` in the later one. */
  rows: [from: number, to: number, length: number][];
  /**
   * What moved otherwise than its rows, or not at all, such as a menu beside a longer text: a box of the later image, and
   * the row of the earlier one in which its content begins.
   */
  blocks: [x: number, y: number, width: number, height: number, from: number][];
  /** What a block covers and nothing shows: a box of the earlier image, and the row of the later one where it would be. */
  hidden: [x: number, y: number, width: number, height: number, at: number][];
}

/** The name of the alignment's file, beside that of the difference image. */
export const rowsOf = (difference: string): string => `${difference}-rows`;
