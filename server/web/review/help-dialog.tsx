import { Modal } from '../shared/modal.tsx';
import { strings } from '../strings.ts';
import { useReview } from './use-review.ts';

const words = strings.help;

export function HelpDialog({ rows }: { rows: readonly (readonly string[])[] }) {
  const { memory, ui } = useReview();
  return (
    <Modal
      title={words.title}
      onClose={() => {
        ui.dialog.value = null;
      }}
    >
      <dl class="keys">
        {rows.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
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
