/** A picture to be sent as it is. */
export interface Picture {
  label: string;
  /** A data URL. */
  image: string;
  /** Size of the file in bytes. */
  size: number;
}

/** What a review is made of, whatever the source was. */
export type Material =
  | { kind: 'images'; pictures: Picture[] }
  | { kind: 'capture'; pages: string[]; headers: Record<string, string>; waitFor: string; mask: string[] };

/** A review holds 40 shots; a captured page takes two of them, desktop and mobile. */
export const maxShots = 40;
export const maxPages = maxShots / 2;
