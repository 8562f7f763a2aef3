/** One image in one channel, a byte a pixel, row after row. */
export interface GreyImage {
  pixels: Uint8Array<ArrayBuffer>;
  width: number;
  height: number;
}

/** An image to read, with what lies behind its text: the same image smaller, without what is thin. */
export interface ReadJob {
  image: GreyImage;
  ground: GreyImage;
}

/** A line as it was recognised; box in pixels of the image that was sent. */
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
  /** Of a part of the image: it is read from top to bottom, each part in more than one way */
  | { kind: 'lines'; lines: SeenLine[] }
  | { kind: 'done' }
  | { kind: 'broken'; why: string };
