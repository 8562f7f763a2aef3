import { pullRequestOf } from '../../contract/reference.ts';
import { CopyLink } from '../addresses/later.ts';
import { Button } from '../shared/button.tsx';
import { frame } from '../shared/frame.ts';
import { Icon } from '../shared/icons.tsx';
import { Popover } from '../shared/popover.tsx';
import { rove } from '../shared/roving.ts';
import type { PageView } from '../shared/types.ts';
import { When } from '../shared/when.tsx';
import { strings } from '../strings.ts';
import { ownAddress, passesOf } from './derive.ts';
import { KeepCopy } from './reviewer-later.ts';
import { useReview } from './use-review.ts';

const words = strings.passes;

type Pass = PageView['passes'][number];

function PassLink({ pass, here, newest }: { pass: Pass; here: boolean; newest: boolean }) {
  return (
    <li>
      <a class="pass" href={ownAddress(pass.review_url)} aria-current={here ? 'page' : undefined}>
        <span class="pass-name">
          {words.one(pass.pass)}
          {here && <span class="quiet"> {words.here}</span>}
        </span>
        <span class="facts-line">
          <span data-status={pass.status}>{words.status[pass.status]}</span>
          <When at={pass.decided_at ?? pass.created_at} />
          {pass.revision !== null && <span>{strings.revision(pass.revision)}</span>}
          {!newest && !here && <span>{words.readOnly}</span>}
        </span>
      </a>
    </li>
  );
}

/** Shows the passes of the review. */
export function PassMenu() {
  const controller = useReview();
  const view = controller.view();
  const { review, passes } = view;
  const number = pullRequestOf(review.reference);
  const last = passes.at(-1)?.pass;
  const text = strings.pass(review.pass, passesOf(view));
  return (
    <Popover
      class="pass-menu"
      name={words.menu(text)}
      label={
        <>
          {text} <Icon name="down" />
        </>
      }
    >
      {(close) => (
        <>
          <div class="about">
            <p class="about-title" dir="auto">
              {review.title}
            </p>
            <p class="facts-line">
              {number !== null && <span>{strings.pullRequest(number)}</span>}
              {review.revision !== null && <span>{strings.revision(review.revision)}</span>}
            </p>
            <p class="facts-line">
              <span>
                {words.until} <When at={review.expires_at} day />
              </span>
            </p>
          </div>
          {passes.length > 0 && (
            <ol class="pass-list" aria-label={words.label} onKeyDown={rove}>
              {passes.toReversed().map((pass) => (
                <PassLink key={pass.id} pass={pass} here={pass.id === review.id} newest={pass.pass === last} />
              ))}
            </ol>
          )}
          <CopyLink />
          {controller.guest === null && frame === null && <KeepCopy close={close} />}
          {controller.ui.phone.value && (
            <Button class="button-small" onClick={() => (controller.ui.dialog.value = { kind: 'help' })}>
              {strings.help.open}
            </Button>
          )}
        </>
      )}
    </Popover>
  );
}
