import { Button } from '../shared/button.tsx';
import { When } from '../shared/when.tsx';
import { guest as words } from './strings.ts';
import { useGuest } from './use-guest.ts';

export const GuestBadge = () => (
  <span class="fact guest-badge" title={words.badgeTitle}>
    {words.badge}
  </span>
);

/** Shows until when suggestions can be left. */
export function OpenUntil() {
  const { status, expires_at } = useGuest().controller.view().review;
  if (status !== 'open' && status !== 'preparing') return null;
  return (
    <span class="fact fact-revision">
      {words.until} <When at={expires_at} />
    </span>
  );
}

/** Introduces the page until it is read. It stays in place when the pass closes, so that nothing moves. */
export function Introduction() {
  const { controller, guest } = useGuest();
  if (!guest.intro.value || controller.updates.first.read_only_reason !== null) return null;
  return (
    <section class="banner banner-go intro" aria-label={words.intro.label}>
      <span>{controller.view().read_only_reason ?? words.intro.text}</span>
      <Button class="button-small" onClick={guest.closeIntro}>
        {words.intro.close}
      </Button>
    </section>
  );
}

/** Asks for the guest's name, which the device remembers and sends with each suggestion. */
export function NameField() {
  const { memory } = useGuest().controller;
  return (
    <label class="field guest-name">
      <span>{words.composer.name}</span>
      <input
        type="text"
        dir="auto"
        maxLength={80}
        autocomplete="name"
        defaultValue={memory.get('name') ?? ''}
        onInput={(event) => memory.set('name', event.currentTarget.value)}
      />
      <span class="quiet field-help">{words.composer.nameHelp}</span>
    </label>
  );
}
