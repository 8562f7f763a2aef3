import type { World } from './world.ts';

/**
 * Keeps the page from navigating or reloading from now on; its frames still may. Returns a function that reports
 * whether the page tried to.
 */
export async function blockNavigation({ session, frameId: own }: World): Promise<() => boolean> {
  let tried = false;
  session.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    if (frameId !== own) {
      session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
      return;
    }
    tried = true;
    // `Blocked` would show an error page.
    session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
  return () => tried;
}
