/** An image of one channel: a byte per pixel, row by row. */
export interface GreyImage {
  pixels: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** An image to read and the background of its text: the same image, smaller and without thin strokes. */
export interface ReadJob {
  image: GreyImage;
  ground: GreyImage;
}

/** A recognised line; its box is in pixels of the image that was sent. */
export interface SeenLine {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0..1 */
  sure: number;
}

export type WorkerMessage =
  | { kind: 'ready' }
  /** The lines of one part of the image. Parts are read from top to bottom, each in two ways */
  | { kind: 'lines'; lines: SeenLine[] }
  | { kind: 'done' }
  | { kind: 'broken'; why: string };
