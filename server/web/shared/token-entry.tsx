import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { createClient, ServiceError } from '../../contract/client.ts';
import { Button } from './button.tsx';
import { isTokenForm, type Keep } from './kept-token.ts';
import { Problem } from './problem.tsx';
import { site } from './strings.ts';

const words = site.token;

interface Props {
  keep: Keep;
  action: string;
  /** Whether to ask how long to store it; otherwise it stays on the device. */
  choose: boolean;
  onTaken: () => void;
}

/** Asks the service about a token. Returns why it is refused, or null. */
async function refusal(token: string): Promise<string | null> {
  if (token === '') return words.missing;
  if (!isTokenForm(token)) return words.form;
  try {
    await createClient({ baseUrl: '', bearer: token }).call('get_billing', {});
    return null;
  } catch (cause) {
    if (!(cause instanceof ServiceError)) return words.broken;
    return cause.status === 401 ? words.unknown : cause.status === 0 ? words.offline : words.broken;
  }
}

interface FieldProps {
  id: string;
  field: RefObject<HTMLInputElement | null>;
  token: Signal<string>;
  problem: Signal<string | null>;
}

function TokenField({ id, field, token, problem }: FieldProps) {
  const shown = useSignal(false);
  return (
    <>
      <label class="label" for={`${id}-token`}>
        {words.label}
      </label>
      <div class="with-button">
        <input
          ref={field}
          id={`${id}-token`}
          class="mono"
          {...(shown.value ? { type: 'text' as const } : { type: 'password' as const })}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          dir="ltr"
          placeholder="slt_…"
          aria-invalid={problem.value !== null}
          {...(problem.value === null ? {} : { 'aria-describedby': `${id}-problem` })}
          value={token.value}
          onInput={(event) => {
            token.value = event.currentTarget.value;
            problem.value = null;
          }}
        />
        <Button aria-label={shown.value ? words.hideLong : words.showLong} onClick={() => (shown.value = !shown.value)}>
          {shown.value ? words.hide : words.show}
        </Button>
      </div>
    </>
  );
}

/** Asks whether to store the token beyond this tab. */
export function Remember({ remember }: { remember: Signal<boolean> }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={remember.value}
        onChange={(event) => (remember.value = event.currentTarget.checked)}
      />
      <span>
        {words.remember} <span class="quiet">{words.rememberHelp}</span>
      </span>
    </label>
  );
}

/** Takes a pasted token once the service accepts it. */
export function TokenEntry({ keep, action, choose, onTaken }: Props) {
  const id = useId();
  const token = useSignal('');
  const remember = useSignal(!choose);
  const problem = useSignal<string | null>(null);
  const asking = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const take = async () => {
    if (asking.value) return;
    const pasted = token.value.trim();
    asking.value = true;
    problem.value = await refusal(pasted);
    asking.value = false;
    if (problem.value !== null) {
      field.current?.focus();
      return;
    }
    keep.take({ token: pasted, expiresAt: null }, remember.value);
    onTaken();
  };
  return (
    <form
      class="token-entry"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <TokenField id={id} field={field} token={token} problem={problem} />
      {choose && <Remember remember={remember} />}
      <Problem text={problem.value} id={`${id}-problem`} />
      <div>
        <button type="submit" class="button button-large button-accent" aria-disabled={asking.value}>
          {action}
        </button>
      </div>
    </form>
  );
}
