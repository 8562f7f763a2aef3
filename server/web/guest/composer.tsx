import { ComposerForm } from '../components/composer-form.tsx';
import type { Draft } from '../review/drafts.ts';
import { guest } from '../strings/guest.ts';
import { secretOf } from './composing.ts';
import { useGuest } from './desk.ts';
import { letterOf } from './kept.ts';

const words = guest.composer;

/** Asked with the first suggestion and told with each; the device remembers it. */
function Name() {
  const { memory } = useGuest();
  return (
    <label class="field guest-name">
      <span>{words.name}</span>
      <input
        type="text"
        dir="auto"
        maxLength={80}
        autocomplete="name"
        defaultValue={memory.get('name') ?? ''}
        onInput={(event) => memory.set('name', event.currentTarget.value)}
      />
      <span class="quiet hint">{words.nameHint}</span>
    </label>
  );
}

function SuggestionComposer({ draft, scale }: { draft: Draft; scale: number | undefined }) {
  const own = useGuest().kept.find(secretOf(draft));
  return (
    <ComposerForm
      draft={draft}
      scale={scale}
      title={own === undefined ? words.create : words.edit(letterOf(own))}
      label={words.label}
      save={own === undefined ? words.save : words.saveEdit}
      most={2000}
      below={own === undefined && <Name />}
    />
  );
}

/** Writes one suggestion: floating beside its place where `scale` is given, else at the foot of a phone. */
export function GuestComposer({ scale }: { scale?: number }) {
  const { drafts, screen } = useGuest();
  const draft = drafts.find(screen.composing.value);
  if (draft === undefined || draft.screenshotIndex !== screen.shot.value) return null;
  return <SuggestionComposer key={draft.key} draft={draft} scale={scale} />;
}
