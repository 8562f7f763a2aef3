import { png } from '../../support/factories.ts';
import { gate, type Received, startReceiver } from './receiver.ts';

export interface SlowImages {
  url: string;
  /** The paths of the requests. */
  received: Received[];
  /** Makes requests wait from now on. */
  hold(): void;
  /** Answers the waiting requests, and later ones at once. */
  letThrough(): void;
  close(): Promise<void>;
}

/** Starts a server of images that it serves when the test allows. `/missing.png` answers 404. */
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
