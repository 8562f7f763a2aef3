import { useSignal } from '@preact/signals';
import type { NoiseRule } from '../../contract/base.ts';
import { needsLook } from '../../contract/needs-look.ts';
import { trimText } from '../../contract/trim-text.ts';
import { RowForm } from '../review/row-form.tsx';
import { useKeptText } from '../review/use-kept-text.ts';
import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import type { Screenshot } from '../shared/types.ts';
import { When } from '../shared/when.tsx';
import { failureSentence } from '../sync/sentences.ts';
import { words as strings } from './base-strings.ts';

const words = strings.noise;
const durations = [7, 30, 90];

/** Returns what makes and ends rules. `call` returns whether the service accepted the rule. */
function useNoise() {
  const { store, view, notify, undoable } = useReview();
  const end = async (rule: NoiseRule) => {
    const result = await store.write('end_noise', { rule_id: rule.id });
    notify(result.ok ? words.ended(rule.label) : failureSentence(result.failure));
  };
  const call = async ({ index, label }: Screenshot, reason: string, days: number) => {
    const base_id = view().review.base?.id ?? '';
    const result = await store.write('mark_noise', { screenshot_index: index, base_id, reason, days });
    if (!result.ok) {
      notify(failureSentence(result.failure));
      return false;
    }
    const ruleNow = () =>
      view()
        .review.screenshots.find((shot) => shot.index === index)
        ?.base_change?.noise.find(({ approved_in }) => approved_in === null);
    undoable(
      words.called(label),
      () => {
        const rule = ruleNow();
        if (rule !== undefined) void end(rule);
      },
      () => ruleNow() !== undefined,
    );
    return true;
  };
  return { call, end };
}

/** Asks why a screenshot differs by itself. The text is stored until it is sent. */
function NoiseForm({ shot, close }: { shot: Screenshot; close: () => void }) {
  const { call } = useNoise();
  const { text, input, forget } = useKeptText(`noise:${shot.index}`);
  const days = useSignal(30);
  const send = async () => {
    const reason = trimText(text.value);
    if ((await call(shot, reason, days.value)) && forget(reason)) close();
  };
  return (
    <RowForm
      label={words.label(shot.label)}
      asks={words.asks}
      rows={2}
      maxLength={500}
      required
      placeholder={words.example}
      text={text.value}
      input={input}
      action={words.call}
      send={send}
      cancel={close}
    >
      <label>
        {words.days}
        <select value={days.value} onChange={(event) => (days.value = Number(event.currentTarget.value))}>
          {durations.map((count) => (
            <option key={count} value={count}>
              {words.dayCount(count)}
            </option>
          ))}
        </select>
      </label>
      <p class="quiet">{words.meaning}</p>
    </RowForm>
  );
}

/** Shows the rules by which a screenshot needs no look, or lets the reviewer make one. */
export function Noise({ shot, show }: { shot: Screenshot; show: () => void }) {
  const controller = useReview();
  const { end } = useNoise();
  const asking = useSignal(false);
  const { can } = controller.view();
  const change = shot.base_change;
  const rules = change?.noise ?? [];
  if (rules.length > 0) {
    return (
      <>
        {rules.map((rule) => (
          <p key={rule.id} class="row-note">
            {rule.reason}{' '}
            <span class="quiet">
              ({words.until} <When at={rule.expires_at} day />)
            </span>
            {can.decide && (
              <Button
                class="button-small button-quiet"
                aria-label={words.endLabel(shot.label)}
                onClick={() => void end(rule)}
              >
                {words.end}
              </Button>
            )}
          </p>
        ))}
      </>
    );
  }
  const canBe = change?.kind === 'changed' && change.areas.length > 0 && needsLook(shot);
  if (!can.decide || !canBe) return null;
  if (asking.value) return <NoiseForm shot={shot} close={() => (asking.value = false)} />;
  return (
    <div class="row-actions">
      <Button
        class="button-small button-quiet"
        aria-label={words.askLabel(shot.label)}
        onClick={() => {
          // The reviewer sees the change before calling it noise.
          show();
          asking.value = true;
        }}
      >
        {words.ask}
      </Button>
    </div>
  );
}
