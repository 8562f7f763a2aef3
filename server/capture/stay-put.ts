import type { World } from './world.ts';

/**
 * From now on the page neither leaves nor loads itself anew; the document on the screen stays as it is. Returns whether
 * it wanted to. Its frames may.
 */
export async function stayPut({ session, frameId: own }: World): Promise<() => boolean> {
  let wanted = false;
  session.on('Fetch.requestPaused', ({ requestId, frameId }) => {
    if (frameId !== own) {
      session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
      return;
    }
    wanted = true;
    // Aborted, not blocked: that would show an error page.
    session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
  return () => wanted;
}
