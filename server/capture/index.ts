export { captureEmail } from './capture-email.ts';
export { capturePage } from './capture-page.ts';
export type { Capture, CaptureRequest } from './capture-request.ts';
export type {
  CapturedBox,
  CapturedControl,
  CapturedFacts,
  CapturedImage,
  CapturedText,
  CapturedViolation,
} from './captured-facts.ts';
export { contextOptions, emailContextOptions } from './context-options.ts';
export { settledWithin, startDeadline } from './deadline.ts';
export type { CapturedEmail } from './email-facts.ts';
export type { WantedFacts } from './facts.ts';
export { CaptureFailure, type CaptureReason } from './failure.ts';
export { stableLaunchArgs } from './launch-args.ts';
export type { Notice, NoticeCode, Subject } from './notice.ts';
export { changesByItself } from './take-screenshot.ts';
export { type CaptureViewport, emailViewport, viewports } from './viewport.ts';
