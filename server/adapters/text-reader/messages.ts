/** One picture in one channel, a byte a pixel, row after row. */
export interface GreyPicture {
  pixels: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** A picture to read, with what lies behind its text: the same picture smaller, without what is thin. */
export interface ReadJob {
  picture: GreyPicture;
  ground: GreyPicture;
}

/** A line as it was recognised; box in pixels of the picture that was sent. */
export interface SeenLine {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0..1 */
  sure: number;
}

export type Said =
  | { kind: 'ready' }
  /** Of a part of the picture: it is read from top to bottom, each part in more than one way */
  | { kind: 'lines'; lines: SeenLine[] }
  | { kind: 'done' }
  | { kind: 'broken'; why: string };
