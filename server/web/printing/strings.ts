import { count } from '../shared/words.ts';

/** Separate from the other strings, because copies are made after the first screenshot. */
export const printing = {
  label: 'Keep a copy',
  print: 'Print',
  preparing: 'Preparing the pages to print.',
  notPrinted: 'The pages could not be loaded. Try again when the service answers, or save a PDF.',
  pdf: 'Save as PDF',
  making: (done: number, total: number) => `Making the PDF: ${done} of ${count(total, 'screenshot')}`,
  waiting: 'Making the PDF. It is saved when it is done.',
  saved: 'The PDF was saved with this browser’s downloads.',
  failed: 'The service did not answer. Try again in a minute.',
  image: 'Save this screenshot with its marks',
  unsent: (n: number) =>
    `${count(n, 'change')} could not be sent yet, so a copy would lack them. Try again when you are online.`,
};
