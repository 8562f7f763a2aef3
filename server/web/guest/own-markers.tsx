import type { MarkerProps } from '../marking/marked-item.ts';
import { Marker } from '../marking/marker.tsx';
import { letterOf, type Own } from './kept.ts';
import { stateOf } from './state.ts';
import { guest as words } from './strings.ts';
import { secretOf } from './suggesting.ts';
import { useGuest } from './use-guest.ts';

/**
 * Draws this guest's suggestions on one screenshot. An accepted one is drawn as a mark, an edited one as its draft, and
 * a declined one only while it is selected.
 */
export function OwnMarkers(props: Omit<MarkerProps, 'item'>) {
  const { controller, guest } = useGuest();
  const chosen = controller.ui.suggestion.value;
  const drafted = controller.drafts.all.value.map(secretOf);
  const isShown = ({ words, secret, status }: Own) =>
    words.screenshotIndex === props.shot.index &&
    !drafted.includes(secret) &&
    (status === 'pending' || (status === 'dismissed' && secret === chosen));
  return (
    <>
      {guest
        .own()
        .filter(isShown)
        .map((own) => (
          <Marker
            key={own.secret}
            {...props}
            item={{
              key: own.secret,
              what: words.own.what(letterOf(own)),
              place: own.words.place,
              name: () => words.own.marker(letterOf(own), stateOf(own), own.words.body),
              face: letterOf(own),
              status: own.unsent ? 'draft' : 'open',
              selected: own.secret === chosen,
              isEditable: guest.mayChange(own),
              select: () => guest.choose(own),
              edit: () => guest.edit(own),
              withdraw: () => guest.withdraw(own),
              move: (to) => guest.move(own, to),
            }}
          />
        ))}
    </>
  );
}
