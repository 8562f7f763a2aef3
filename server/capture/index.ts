export { capturePage } from './capture-page.ts';
export type { Capture, CaptureRequest } from './capture-request.ts';
export { contextOptions } from './context-options.ts';
export { settledWithin } from './deadline.ts';
export { CaptureFailure, type CaptureReason } from './failure.ts';
export { stableLaunchArgs } from './launch-args.ts';
export { changesByItself } from './take-picture.ts';
export { type CaptureViewport, viewports } from './viewport.ts';
