import type { CDPSession, Page } from 'playwright-core';

/** What an expression in the page comes to, as JSON; stopped after `timeout` ms */
export type Ask = (expression: string, timeout: number) => Promise<unknown>;

/** A place beside the page's own scripts: they can neither replace what is called there nor see that it is. */
export interface World {
  session: CDPSession;
  /** Of the page, as the browser knows it. */
  frameId: string;
  /** Runs a function that stands on its own inside the page. Arguments and what it returns are JSON. */
  run<Args extends unknown[], Result>(work: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  ask: Ask;
  /** One more beside it, by the same session, which knows nothing of what was run here. */
  another(name: string): Promise<World>;
}

export async function worldIn(session: CDPSession, frameId: string, name: string): Promise<World> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: name });
  return {
    session,
    frameId,
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
    async ask(expression, timeout) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        contextId: executionContextId,
        returnByValue: true,
        awaitPromise: true,
        timeout,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? 'It threw.');
      return result.value;
    },
    another: (other) => worldIn(session, frameId, other),
  };
}

/** Of the document that the page shows now; it ends when the page navigates. */
export async function openWorld(page: Page, name = 'sightline'): Promise<World> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  return worldIn(session, frameTree.frame.id, name);
}
