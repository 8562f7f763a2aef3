export type PdfRefusal = 'empty' | 'format' | 'locked' | 'damaged' | 'no_pages' | 'too_slow' | 'too_much_memory';

/** A file that cannot be shown as a PDF, with a message for people. */
export class PdfRefused extends Error {
  readonly code: PdfRefusal;

  constructor(code: PdfRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PdfRefused';
    this.code = code;
  }
}
