import { areasOf, mostAreas } from '../review/changes.ts';
import type { Screenshot } from '../review/types.ts';
import { useDesk } from '../review/use-desk.ts';
import { failedNotices, ownNotices } from '../review/words.ts';
import { strings } from '../strings.ts';
import { Icon } from './icons.tsx';

/** What a person should know about the picture; folded on a device once, folded on it ever after. */
function Notices({ notices }: { notices: readonly string[] }) {
  const desk = useDesk();
  // Where there is little room they are a press away until someone says otherwise.
  const open = desk.screen.notices.value ?? !desk.screen.phone.value;
  return (
    <>
      <button
        type="button"
        class="notices-toggle"
        aria-label={strings.notices.label(notices.length)}
        aria-expanded={open}
        aria-controls="notices"
        onClick={() => desk.showNotices(!open)}
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

function Changes({ shot, count }: { shot: Screenshot; count: number }) {
  const desk = useDesk();
  const { screen } = desk;
  const words = strings.changes;
  const chosen = screen.change.value;
  const at = chosen?.shot === shot.index && chosen.at < count ? chosen.at : null;
  const text = words.position(at, count, count >= mostAreas);
  return (
    <fieldset class="changes" aria-label={words.label}>
      <button
        type="button"
        class="tool tool-text"
        aria-pressed={screen.outlines.value}
        aria-keyshortcuts="C"
        title={`${words.outlineLong} (C)`}
        onClick={desk.toggleOutlines}
      >
        {words.outline}
      </button>
      <button
        type="button"
        class="tool"
        aria-label={words.previous}
        aria-keyshortcuts=","
        title={`${words.previous} (,)`}
        onClick={() => desk.stepChange(-1)}
      >
        <Icon name="left" />
      </button>
      <span class="changes-now">{text}</span>
      <button
        type="button"
        class="tool"
        aria-label={words.next}
        aria-keyshortcuts="."
        title={`${words.next} (.)`}
        onClick={() => desk.stepChange(1)}
      >
        <Icon name="right" />
      </button>
    </fieldset>
  );
}

/** A line above the picture, never over it; none where there is nothing to say. What failed to load is never folded. */
export function StageHead({ shot }: { shot: Screenshot }) {
  const count = areasOf(shot).length;
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
      {count > 0 && <Changes shot={shot} count={count} />}
    </div>
  );
}
