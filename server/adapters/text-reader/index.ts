export { createTextReader, type TextReaderSettings } from './create-text-reader.ts';
