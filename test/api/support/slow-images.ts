import { png } from '../../support/factories.ts';
import { closeOnce } from '../../support/file-end.ts';
import { type Received, startReceiver } from './receiver.ts';

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
  let slow = Promise.withResolvers<void>();
  answerWith(async ({ path }) => {
    if (path === '/missing.png') return 404;
    await slow.promise;
    return { type: 'image/png', body: await png('#00ffff') };
  });
  return {
    url,
    received,
    hold() {
      slow = Promise.withResolvers<void>();
    },
    letThrough: () => slow.resolve(),
    close: closeOnce(async () => {
      slow.resolve();
      await close();
    }),
  };
}
