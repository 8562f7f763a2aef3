import { useReview } from '../review/use-review.ts';
import { Button } from '../shared/button.tsx';
import type { Frame } from '../shared/frame.ts';
import { frameWords as words } from './page-strings.ts';

/** Lets the agent go on, where it has stopped waiting, without the person typing anything. */
export function NotifyAgent({ frame }: { frame: Frame }) {
  const { view, notify } = useReview();
  const { id, decision } = view().review;
  if (decision === null) return null;
  const send = async () => {
    if (!(await frame.send(words.decided(id, decision.outcome)))) notify(words.notSent);
  };
  return <Button onClick={() => void send()}>{words.notify}</Button>;
}
