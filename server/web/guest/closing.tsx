import { ownAddress } from '../review/derive.ts';
import { guest } from '../strings/guest.ts';
import { useGuest } from './desk.ts';
import { useNewest } from './use-newest.ts';

/** Why nothing can be suggested here, and the way to where something can. */
export function Closing({ look, sentence }: { look: 'banner' | 'toast note'; sentence: string }) {
  const desk = useGuest();
  const { newest } = desk.guest();
  const { waiting, leave } = useNewest(desk);
  if (newest === null) return <p class={look}>{sentence}</p>;
  return (
    <p class={`${look} banner-go`}>
      <span>
        {sentence} {waiting > 0 && guest.closed.drafts(waiting)}
      </span>
      <a class="button button-small" href={ownAddress(newest.guest_share_url)} onClick={leave}>
        {guest.closed.open(newest.pass)}
      </a>
    </p>
  );
}
