import { Icon } from '../components/icons.tsx';
import { ownAddress } from '../review/derive.ts';
import { guest } from '../strings/guest.ts';
import { strings } from '../strings.ts';
import { useGuest } from './desk.ts';
import { useNewest } from './use-newest.ts';

interface Props {
  look: 'banner' | 'toast note';
  sentence: string;
  /** Puts it away, where it floats over the picture. */
  onAway?: () => void;
}

/** Why nothing can be suggested here, and the way to where something can. */
export function Closing({ look, sentence, onAway }: Props) {
  const desk = useGuest();
  const { newest } = desk.guest();
  const { waiting, leave } = useNewest(desk);
  return (
    <p class={newest === null ? look : `${look} banner-go`}>
      <span>
        {sentence} {waiting > 0 && guest.closed.drafts(waiting)}
      </span>
      {newest !== null && (
        <a class="button button-small" href={ownAddress(newest.guest_share_url)} onClick={leave}>
          {guest.closed.open(newest.pass)}
        </a>
      )}
      {onAway !== undefined && (
        <button type="button" class="icon-button" aria-label={strings.dismiss} onClick={onAway}>
          <Icon name="close" />
        </button>
      )}
    </p>
  );
}
