import { useSignal } from '@preact/signals';
import { Modal } from '../shared/modal.tsx';
import { strings } from '../strings.ts';
import { finding, grouped, type Shortcut } from './shortcuts.ts';
import { useReview } from './use-review.ts';

const words = strings.help;

export function HelpDialog({ rows }: { rows: readonly Shortcut[] }) {
  const { memory, ui } = useReview();
  const typed = useSignal('');
  const groups = grouped(rows, typed.value);
  return (
    <Modal title={words.title} onClose={() => (ui.dialog.value = null)}>
      <input
        type="text"
        aria-label={finding.label}
        placeholder={finding.label}
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
      <div class="keys">
        {groups.length === 0 && <p class="quiet">{finding.none}</p>}
        {groups.map(([group, its]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {its.map(([keys, does]) => (
                <div key={keys}>
                  <dt>
                    <kbd>{keys}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={ui.singleKeys.value}
          onChange={(event) => {
            ui.singleKeys.value = event.currentTarget.checked;
            memory.set('single-keys', event.currentTarget.checked ? 'on' : 'off');
          }}
        />
        {words.single}
      </label>
    </Modal>
  );
}
