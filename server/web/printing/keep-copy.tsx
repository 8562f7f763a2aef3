import { ownAddress } from '../review/derive.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { printing as words } from './strings.ts';

/** Prints the review, and saves it as PDF or the shown screenshot as image. */
export function KeepCopy({ close }: { close: () => void }) {
  const { ui, view, reviewer } = useReview();
  const { screenshots } = view().review;
  if (reviewer === null || screenshots.length === 0) return null;
  const shot = screenshots.find(({ index }) => index === ui.shot.value);
  const pdf = reviewer.pdf.value;
  return (
    <section class="keep-copy" aria-label={words.label}>
      <Button
        class="button-small"
        aria-keyshortcuts="Control+P"
        title={`${words.print} (Ctrl P)`}
        onClick={() => {
          close();
          reviewer.print();
        }}
      >
        {words.print}
      </Button>
      <Button class="button-small" aria-disabled={pdf !== null} onClick={reviewer.savePdf}>
        {pdf === null ? words.pdf : words.making(pdf.done, pdf.total || screenshots.length)}
      </Button>
      {shot !== undefined && (
        <a
          class="button button-small"
          href={ownAddress(shot.url).replace(/shot$/, 'marked')}
          download={`${shot.label}.png`}
        >
          {words.image}
        </a>
      )}
    </section>
  );
}
