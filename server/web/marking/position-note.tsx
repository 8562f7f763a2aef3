import type { Mark } from '../shared/types.ts';
import { strings } from '../strings.ts';

export function PositionNote({ mark, isEditable = false }: { mark: Mark; isEditable?: boolean }) {
  if (mark.position === 'exact' || mark.screenshot_index === null) return null;
  const words = strings.marks.position[mark.position];
  return (
    <p class="own-change warning" data-position={mark.position}>
      <strong>{words.title}</strong> {words.sentence} {isEditable && words.todo}
    </p>
  );
}
