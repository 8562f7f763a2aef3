import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { TokenEntry } from '../shared/token-entry.tsx';
import { listenForFiles } from './dropping.ts';
import { kinds } from './files.ts';
import { SourceFields } from './source-fields.tsx';
import { home } from './strings.ts';
import type { Step } from './trial.ts';
import { TroubleNote } from './trouble-note.tsx';
import { useHome } from './use-home.ts';

function Kinds() {
  const { draft } = useHome();
  return (
    <fieldset class="kinds">
      <legend class="visually-hidden">{home.source.label}</legend>
      {kinds.map((kind) => (
        <label key={kind} class="kind">
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={draft.kind.value === kind}
            onChange={() => {
              draft.kind.value = kind;
              draft.left.value = [];
            }}
          />
          <span>{home.source.kinds[kind]}</span>
        </label>
      ))}
    </fieldset>
  );
}

const sayingOf = (step: Step): string =>
  step.at === 'token'
    ? home.step.token
    : step.at === 'reading'
      ? home.step.reading
      : step.at === 'sending' && step.share === 1
        ? home.step.looking
        : '';

/** The line is always there, so that nothing moves. */
function Progress() {
  const { trial, keep } = useHome();
  const step = trial.step.value;
  const sending = step.at === 'sending' && step.share < 1;
  if (step.at === 'form') return <p class="quiet">{keep.held.value === null ? home.nothingYet : home.ownWorkspace}</p>;
  return (
    <p class="progress-line">
      <progress aria-label={home.opening} max={1} value={step.at === 'sending' ? step.share : undefined} />
      <span class="quiet">{sending ? home.step.sending(step.share) : sayingOf(step)}</span>
    </p>
  );
}

function TitleField() {
  const { draft, trial } = useHome();
  return (
    <div class="stack">
      <label class="label" for="title">
        {home.title}
      </label>
      <input
        id="title"
        type="text"
        dir="auto"
        maxLength={160}
        placeholder={draft.suggested.value || home.titlePlaceholder}
        aria-invalid={trial.trouble.value?.field === 'title'}
        aria-describedby="trouble"
        value={draft.title.value ?? draft.suggested.value}
        onInput={(event) => (draft.title.value = event.currentTarget.value)}
      />
    </div>
  );
}

export function TryForm() {
  const { draft, trial, keep } = useHome();
  const over = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const step = trial.step.value;
  const busy = step.at !== 'form';
  const trouble = trial.trouble.value;
  useLayoutEffect(() => listenForFiles(draft, () => trial.step.value.at === 'form', over), []);
  const open = async () => {
    await trial.open();
    const field = trial.trouble.value?.field;
    if (field !== undefined) document.getElementById(field)?.focus();
    else if (trial.trouble.value?.mild) button.current?.focus();
  };
  return (
    <>
      <form
        class="try-form"
        noValidate
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <div inert={busy} class="stack">
          <Kinds />
          <div class="source">
            <SourceFields over={over.value} />
          </div>
          <div class="left-out" role="status">
            {draft.left.value.map((sentence) => (
              <p key={sentence} class="warning">
                {sentence}
              </p>
            ))}
          </div>
          <TitleField />
        </div>
        <div class="go">
          <button
            ref={button}
            type="submit"
            class="button button-large button-accent"
            aria-disabled={busy}
            aria-describedby="trouble"
          >
            {home.open}
          </button>
          {busy && (
            <Button class="button-large button-quiet" onClick={() => trial.stop()}>
              {home.stop}
            </Button>
          )}
          <Progress />
        </div>
        <p class="visually-hidden" role="status">
          {busy ? sayingOf(step) || home.opening : ''}
        </p>
        <TroubleNote id="trouble" trouble={trouble} />
      </form>
      {trouble?.token && <TokenEntry keep={keep} action={home.useToken} choose={false} onTaken={() => void open()} />}
    </>
  );
}
