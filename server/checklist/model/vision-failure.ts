import { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } from 'ai';
import type { TokenCount } from './vision-model.ts';

/** Why a model gave no opinion, in words for people. Contains nothing that was sent: neither key nor image. */
export class VisionFailure extends Error {
  override name = 'VisionFailure';
  /** The end of a sentence */
  readonly reason: string;
  /** The provider fails for every question, not only for this one. */
  readonly isDown: boolean;
  /** What the failed answer took */
  readonly tokens: TokenCount;

  constructor(reason: string, isDown = false, tokens: TokenCount = { input: 0, output: 0 }) {
    super(`The model gave no opinion: ${reason}.`);
    this.reason = reason;
    this.isDown = isDown;
    this.tokens = tokens;
  }
}

const reasons: Readonly<Record<number, string>> = {
  401: 'its provider rejected the API key',
  403: 'its provider rejected the API key',
  404: 'its provider does not have this model',
  408: 'its provider took too long',
  413: 'the image is too large for it',
  429: 'its provider’s rate limit is reached',
};

function ofStatus(status: number): string {
  const known = reasons[status];
  if (known !== undefined) return known;
  if (status >= 500) return `its provider reported an error (${status})`;
  return status >= 400 ? `its provider rejected the request (${status})` : 'its answer cannot be read';
}

function ofAnswer({ finishReason }: NoObjectGeneratedError): string {
  if (finishReason === 'content-filter') return 'it declined to answer';
  return finishReason === 'length' ? 'its answer was too long' : 'its answer cannot be read';
}

/** Returns the error inside the library's wrappers. */
function coreOf(error: unknown): unknown {
  let core = error;
  for (let depth = 0; depth < 8 && core instanceof Error && !(core instanceof VisionFailure); depth += 1) {
    const inner = RetryError.isInstance(core) ? core.lastError : core.cause;
    if (!RetryError.isInstance(core) && !(inner instanceof VisionFailure)) break;
    core = inner;
  }
  return core;
}

export const circuitOpen = (): VisionFailure =>
  new VisionFailure('its last requests failed, so no requests are sent for a minute');

/** Whether other questions would get this status too. */
const isDown = (status: number): boolean => [401, 403, 404, 408, 429].includes(status) || status >= 500;

/**
 * Turns any error of a question into a `VisionFailure`.
 * @param late whether the time limit had passed
 */
export function visionFailure(error: unknown, late: boolean, seconds: number): VisionFailure {
  const core = coreOf(error);
  if (core instanceof VisionFailure) return core;
  if (late)
    return new VisionFailure(`it did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, true);
  if (NoObjectGeneratedError.isInstance(core)) {
    const { inputTokens: input = 0, outputTokens: output = 0 } = core.usage ?? {};
    return new VisionFailure(ofAnswer(core), false, { input, output });
  }
  if (NoOutputGeneratedError.isInstance(core)) return new VisionFailure('its answer was empty');
  if (!APICallError.isInstance(core)) return new VisionFailure('its answer cannot be read');
  const { statusCode } = core;
  return statusCode === undefined
    ? new VisionFailure('its provider cannot be reached', true)
    : new VisionFailure(ofStatus(statusCode), isDown(statusCode));
}
