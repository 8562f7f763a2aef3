import { useStage } from '../review/stage-desk.ts';
import { strings } from '../strings.ts';
import { Modal } from './modal.tsx';

const words = strings.help;

export function HelpDialog({ rows }: { rows: readonly (readonly string[])[] }) {
  const { memory, screen } = useStage();
  return (
    <Modal
      title={words.title}
      onClose={() => {
        screen.dialog.value = null;
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
          checked={screen.singleKeys.value}
          onChange={(event) => {
            screen.singleKeys.value = event.currentTarget.checked;
            memory.set('single-keys', event.currentTarget.checked ? 'on' : 'off');
          }}
        />
        {words.single}
      </label>
    </Modal>
  );
}
