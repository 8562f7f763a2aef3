import { areasOf, maxAreas } from '../compare/changed-areas.ts';
import { type Against, nameOf, sideOf } from '../compare/counterpart.ts';
import { ChangeCause } from '../review/reviewer-later.ts';
import { useReview } from '../review/use-review.ts';
import { failedNotices, ownNotices } from '../review/words.ts';
import { Icon, IconButton } from '../shared/icons.tsx';
import type { Screenshot } from '../shared/types.ts';
import { strings } from '../strings.ts';

/** Shows the notices on the screenshot; the device remembers whether they are folded. */
function Notices({ notices }: { notices: readonly string[] }) {
  const controller = useReview();
  // Folded on a phone by default.
  const open = controller.ui.notices.value ?? !controller.ui.phone.value;
  return (
    <>
      <button
        type="button"
        class="notices-toggle"
        aria-label={strings.notices.label(notices.length)}
        aria-expanded={open}
        aria-controls="notices"
        onClick={() => controller.showNotices(!open)}
      >
        <Icon name="info" />
        <span>{strings.notices.count(notices.length)}</span>
        <Icon name={open ? 'up' : 'down'} />
      </button>
      <ul class="notices" id="notices" hidden={!open}>
        {notices.map((notice) => (
          <li key={notice}>{notice}</li>
        ))}
      </ul>
    </>
  );
}

function Changes({ shot, count, side }: { shot: Screenshot; count: number; side: Against }) {
  const controller = useReview();
  const { ui } = controller;
  const words = strings.changes;
  const chosen = ui.change.value;
  const at = chosen?.shot === shot.index && chosen.at < count ? chosen.at : null;
  const text = words.position(at, count, count >= maxAreas);
  return (
    <fieldset class="changes" aria-label={words.label(nameOf(controller.view(), side))}>
      <button
        type="button"
        class="tool tool-text"
        aria-pressed={ui.outlines.value}
        aria-keyshortcuts="C"
        title={`${words.outline} (C)`}
        onClick={controller.toggleOutlines}
      >
        {words.outline}
      </button>
      <IconButton icon="left" name={words.previous} keys="," onClick={() => controller.stepChange(-1)} />
      <span class="changes-now">{text}</span>
      <IconButton icon="right" name={words.next} keys="." onClick={() => controller.stepChange(1)} />
    </fieldset>
  );
}

/** A line above the screenshot, empty without notices and changes. A blank page and failed resources are never folded. */
export function StageHead({ shot }: { shot: Screenshot }) {
  const controller = useReview();
  const side = sideOf(controller.view(), controller.ui.compare.against.value);
  const count = areasOf(shot, side).length;
  const notices = ownNotices(shot);
  if (count === 0 && notices.length === 0) return null;
  const failed = failedNotices(shot);
  const others = notices.filter((notice) => !failed.includes(notice));
  return (
    <div class="stage-head">
      {failed.length > 0 && (
        <ul class="failed-resources">
          {failed.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      {others.length > 0 && <Notices notices={others} />}
      {count > 0 && side !== null && <Changes shot={shot} count={count} side={side} />}
      {count > 0 && controller.guest === null && <ChangeCause shot={shot} />}
    </div>
  );
}
