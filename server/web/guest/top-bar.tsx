import { Icon, Logo } from '../components/icons.tsx';
import { When } from '../components/when.tsx';
import { guest as words } from '../strings/guest.ts';
import { strings } from '../strings.ts';
import { useGuest } from './desk.ts';

export function GuestTopBar() {
  const desk = useGuest();
  const { screen } = desk;
  const { title, pass, status, expires_at } = desk.guest();
  return (
    <header class="top-bar">
      <span class="brand">
        <Logo /> <span class="brand-name">{strings.brand}</span>
      </span>
      <h1 class="title" dir="auto" title={title}>
        {title}
      </h1>
      <p class="facts">
        <span class="fact guest-badge" title={words.badgeTitle}>
          {words.badge}
        </span>
        <span class="fact">{words.pass(pass)}</span>
        {(status === 'open' || status === 'preparing') && (
          <span class="fact fact-revision">
            {words.until} <When at={expires_at} />
          </span>
        )}
      </p>
      <button
        type="button"
        class="icon-button"
        aria-label={strings.help.open}
        title={`${strings.help.open} (?)`}
        onClick={() => {
          screen.dialog.value = { kind: 'help' };
        }}
      >
        <span aria-hidden="true">?</span>
      </button>
      <button
        type="button"
        class="icon-button only-wide"
        aria-pressed={screen.right.value}
        aria-label={words.panel.column}
        title={`${words.panel.column} (])`}
        onClick={() => {
          screen.right.value = !screen.right.value;
        }}
      >
        <Icon name="menu" />
      </button>
    </header>
  );
}
