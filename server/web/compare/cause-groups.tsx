import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type CauseGroup, findAccepted, type GroupMember, groupCauses } from '../../contract/cause-groups.ts';
import { decision } from '../decide/strings.ts';
import { addTo, readSet } from '../review/ui-state.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import { Icon } from '../shared/icons.tsx';
import { Section } from '../shared/section.tsx';
import { acceptedKey, isUnsent, keyOf } from './accepted-causes.ts';
import { words } from './cause-strings.ts';
import { areasOf } from './changed-areas.ts';
import { type Against, sideOf } from './counterpart.ts';

const isSame = (one: GroupMember, other: GroupMember): boolean => one.shot === other.shot && one.at === other.at;

/** Returns the groups, those that the person accepted on this device, and what shows and accepts them. */
function useGroups(side: Against) {
  const controller = useReview();
  const { ui, memory, view, announce } = controller;
  const { groups, unknown } = groupCauses(view().review.screenshots, side);
  const kept = acceptedKey(view().review, side);
  const accepted = useSignal(readSet(memory, kept));
  const isAccepted = (group: CauseGroup) => accepted.value.has(keyOf(group));
  const placeIn = ({ members }: CauseGroup) => {
    const chosen = ui.change.value;
    return chosen === null ? -1 : members.findIndex((each) => isSame(each, chosen));
  };
  const show = (group: CauseGroup) => {
    const next = group.members[(placeIn(group) + 1) % group.members.length];
    if (next === undefined) return;
    ui.compare.against.value = side;
    controller.showChange(next.shot, next.at);
  };
  /** Where every change is accepted, there is nothing more to look at. */
  const seeAll = () => {
    const { screenshots } = view().review;
    for (const index of findAccepted(screenshots, side, isAccepted)) {
      const shot = screenshots.find((each) => each.index === index);
      if (shot !== undefined) controller.sawShot(shot);
    }
  };
  const takeBack = (group: CauseGroup) => {
    if (!isAccepted(group)) return;
    accepted.value = new Set([...accepted.value].filter((key) => key !== keyOf(group)));
    memory.set(kept, [...accepted.value].join(' '));
  };
  const accept = (group: CauseGroup): CauseGroup | undefined => {
    if (isAccepted(group)) {
      takeBack(group);
      return undefined;
    }
    accepted.value = addTo(memory, kept, accepted.value, keyOf(group));
    seeAll();
    const left = groups.filter((each) => !isAccepted(each));
    announce(words.left(left.length));
    const [next] = left;
    if (next !== undefined) show(next);
    // The list stays beside what it shows.
    if (next !== undefined && ui.phone.value) ui.sheet.value = 'half';
    return next;
  };
  const hasUnsent = side === 'base' && view().can.change_mind && isUnsent(view(), memory);
  return { groups, unknown, isAccepted, placeIn, show, accept, takeBack, hasUnsent };
}

interface RowProps {
  group: CauseGroup;
  place: number;
  isAccepted: boolean;
  onShow(): void;
  onMark(): void;
  onAccept(): void;
  accepts(button: HTMLButtonElement | null): void;
}

function Row({ group, place, isAccepted, onShow, onMark, onAccept, accepts }: RowProps) {
  const controller = useReview();
  const { cause, members, screenshots } = group;
  const mark = () => {
    const at = members[Math.max(0, place)];
    const view = controller.view();
    const shot = view.review.screenshots.find(({ index }) => index === at?.shot);
    const area = areasOf(shot, sideOf(view, controller.ui.compare.against.value))[at?.at ?? 0];
    if (shot === undefined || area === undefined) return;
    onMark();
    controller.startDraft(shot.index, { ...area, kind: 'box' }, words.body(cause.summary, screenshots.length));
  };
  return (
    <li class="row cause-row" data-selected={place >= 0} data-accepted={isAccepted}>
      <button type="button" class="row-main" aria-pressed={place >= 0} onClick={onShow}>
        <span class="row-text">
          <code class="body" dir="auto">
            {cause.summary}
          </code>
          <span class="facts-line">
            <span>{words.where(screenshots.length, members.length)}</span>
            {cause.certainty === 'likely' && <span>{words.likely}</span>}
            {place >= 0 && members.length > 1 && <span>{words.place(place, members.length)}</span>}
          </span>
        </span>
      </button>
      <div class="row-actions">
        <button
          type="button"
          class="button button-small"
          ref={accepts}
          aria-pressed={isAccepted}
          aria-label={words.fineLabel(cause.summary)}
          onClick={onAccept}
        >
          {isAccepted && <Icon name="check" />}
          {words.fine}
        </button>
        {controller.view().can.mark && (
          <Button class="button-small button-quiet" aria-label={words.markLabel(cause.summary)} onClick={mark}>
            {words.mark}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Offers to send what was accepted, or no longer is, since changes were requested. */
function UpdateRequest() {
  const { ui } = useReview();
  return (
    <p class="lead">
      <Button
        class="button-accent"
        onClick={() => (ui.dialog.value = { kind: 'decide', outcome: 'changes_requested' })}
      >
        {decision.update}
      </Button>
    </p>
  );
}

function Groups({ side }: { side: Against }) {
  const { groups, unknown, isAccepted, placeIn, show, accept, takeBack, hasUnsent } = useGroups(side);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  if (groups.length === 0) return null;
  return (
    <Section title={words.groups} count={groups.length} open>
      <p class="quiet lead">{words.groupsLead(side)}</p>
      <ul class="rows">
        {groups.map((group) => (
          <Row
            key={group.cause.summary}
            group={group}
            place={placeIn(group)}
            isAccepted={isAccepted(group)}
            onShow={() => show(group)}
            onMark={() => takeBack(group)}
            onAccept={() => {
              const next = accept(group);
              if (next !== undefined) buttons.current.get(next.cause.summary)?.focus();
            }}
            accepts={(button) => {
              if (button === null) buttons.current.delete(group.cause.summary);
              else buttons.current.set(group.cause.summary, button);
            }}
          />
        ))}
      </ul>
      {hasUnsent && <UpdateRequest />}
      {unknown.length > 0 && <p class="quiet lead">{words.others(unknown.length)}</p>}
    </Section>
  );
}

/** Lists why the pass differs from what it is compared with, each cause once, to be accepted or marked at once. */
export function CauseGroups() {
  const { ui, view } = useReview();
  const side = sideOf(view(), ui.compare.against.value);
  return side === null ? null : <Groups key={acceptedKey(view().review, side)} side={side} />;
}
