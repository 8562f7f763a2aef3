import type { CDPSession, Frame, Page } from 'playwright-core';
import { callInFrame, type FrameFunctions, type PageFunctions, pageBundle } from './in-page.ts';

/** Evaluates an expression in the page and returns its value as JSON; stopped after `timeout` ms */
export type Evaluate = (expression: string, timeout: number) => Promise<unknown>;

/** An isolated world of a frame: the page's scripts can neither replace what runs there nor notice it. */
export interface World {
  session: CDPSession;
  /** The browser's id of the frame */
  frameId: string;
  /** Calls a function of `in-page`. Its state lasts as long as this world. Arguments and result are JSON. */
  run<Name extends keyof PageFunctions>(
    name: Name,
    ...args: Parameters<PageFunctions[Name]>
  ): Promise<Awaited<ReturnType<PageFunctions[Name]>>>;
  evaluate: Evaluate;
  /** Opens a further world of the same frame, which shares no globals with this one. */
  sibling(name: string): Promise<World>;
}

type Answer = Awaited<ReturnType<typeof evaluateIn>>;

const evaluateIn = (session: CDPSession, expression: string, contextId: number, options = {}) =>
  session.send('Runtime.evaluate', { expression, contextId, ...options });

function resultOf({ result, exceptionDetails }: Answer): Answer['result'] {
  if (exceptionDetails === undefined) return result;
  throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
}

export async function worldIn(session: CDPSession, frameId: string, name: string): Promise<World> {
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: name });
  const byValue = { returnByValue: true, awaitPromise: true };
  let functions: Promise<Answer> | undefined;
  return {
    session,
    frameId,
    async run(name, ...args) {
      functions ??= evaluateIn(session, pageBundle, executionContextId);
      const answer = await session.send('Runtime.callFunctionOn', {
        functionDeclaration: `function (...args) { return this.${name}(...args); }`,
        objectId: resultOf(await functions).objectId ?? '',
        arguments: args.map((value) => ({ value })),
        ...byValue,
      });
      return resultOf(answer).value;
    },
    async evaluate(expression, timeout) {
      return resultOf(await evaluateIn(session, expression, executionContextId, { ...byValue, timeout })).value;
    },
    sibling: (other) => worldIn(session, frameId, other),
  };
}

/** Calls a function of `in-page` in the world of the page's own scripts, with fresh state for each call. */
export const runInFrame = <Name extends keyof FrameFunctions>(
  frame: Page | Frame,
  name: Name,
  ...args: Parameters<FrameFunctions[Name]>
): Promise<Awaited<ReturnType<FrameFunctions[Name]>>> => frame.evaluate(callInFrame(name, ...args));

/** Opens a world of the document that the page shows now, which ends when the page navigates. */
export async function openWorld(page: Page, name = 'sightline'): Promise<World> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  return worldIn(session, frameTree.frame.id, name);
}
