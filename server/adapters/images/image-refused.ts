export type ImageRefusal = 'empty' | 'format' | 'too_many_pixels' | 'broken';

/** Bytes that are not an acceptable image, with a message for people. */
export class ImageRefused extends Error {
  readonly code: ImageRefusal;

  constructor(code: ImageRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ImageRefused';
    this.code = code;
  }
}
