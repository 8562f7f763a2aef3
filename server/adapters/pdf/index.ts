export { createPdfTools, type PdfSettings } from './create-pdf-tools.ts';
export { type PdfRefusal, PdfRefused } from './pdf-refused.ts';
