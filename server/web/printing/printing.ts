import { type Signal, signal } from '@preact/signals';
import type { Printout } from '../../contract/printout.ts';
import type { ReviewDependencies } from '../review/dependencies.ts';

export interface Printing {
  /** How far the PDF is that is being made; null when none is. */
  pdf: Signal<Pick<Printout, 'done' | 'total'> | null>;
  savePdf(): void;
  print(): void;
}

const later = () => import('./print-review.ts');

/** Makes copies of the review. The scripts load when they are needed first. */
export function createPrinting({ outbox, notify }: Pick<ReviewDependencies, 'outbox' | 'notify'>): Printing {
  const pdf: Printing['pdf'] = signal(null);
  const save = async () => {
    if (pdf.value !== null) return;
    pdf.value = { done: 0, total: 0 };
    try {
      await (await later()).saveReview({ outbox, notify }, (printout) => {
        pdf.value = printout;
      });
    } finally {
      pdf.value = null;
    }
  };
  // Without the script, which cannot be loaded offline, the browser prints the page as it is.
  const asIs = () => window.print();
  return {
    pdf,
    savePdf: () => void save().catch(() => undefined),
    print: () => void later().then(({ printReview }) => printReview({ outbox, notify }), asIs),
  };
}
