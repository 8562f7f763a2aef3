import { png } from '../../support/factories.ts';
import { gate, type Received, startReceiver } from './receiver.ts';

export interface SlowImages {
  url: string;
  /** What was asked for. */
  received: Received[];
  /** From now on whoever asks waits. */
  hold(): void;
  /** Answers those who wait, and at once whoever asks next. */
  letThrough(): void;
  close(): Promise<void>;
}

/** A place of images that are answered when the test lets them through; there is none at `/missing.png`. */
export async function startSlowImages(): Promise<SlowImages> {
  const { url, received, answerWith, close } = await startReceiver();
  let slow = gate();
  answerWith(async ({ path }) => {
    if (path === '/missing.png') return 404;
    await slow.opened;
    return { type: 'image/png', body: await png('#00ffff') };
  });
  return {
    url,
    received,
    hold() {
      slow = gate();
    },
    letThrough: () => slow.open(),
    async close() {
      slow.open();
      await close();
    },
  };
}
