import type { CDPSession, Page } from 'playwright-core';

/** A place beside the page's own scripts: they can neither replace what is called there nor see that it is. */
export interface World {
  session: CDPSession;
  /** Runs a function that stands on its own inside the page. Arguments and what it returns are JSON. */
  run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
}

/** Of the document that the page shows now; it ends when the page navigates. */
export async function openWorld(page: Page): Promise<World> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'sightline',
  });
  return {
    session,
    async run(work, ...args) {
      const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: String(work),
        executionContextId,
        arguments: args.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
  };
}
