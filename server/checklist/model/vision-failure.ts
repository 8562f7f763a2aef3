import { APICallError, NoObjectGeneratedError, NoOutputGeneratedError, RetryError } from 'ai';

/** Why a model gave no opinion, in words for people. Holds nothing of what was sent: neither key nor image. */
export class VisionFailure extends Error {
  override name = 'VisionFailure';
  /** It is the provider that fails, whatever it is asked; not this one question. */
  readonly isDown: boolean;

  constructor(message: string, isDown = false) {
    super(message);
    this.isDown = isDown;
  }
}

const reasons: Readonly<Record<number, string>> = {
  401: 'its provider refuses this service’s key',
  403: 'its provider refuses this service’s key',
  404: 'its provider does not know it',
  408: 'its provider took too long',
  413: 'the image is too large for it',
  429: 'its provider takes no more questions now',
};

function ofStatus(status: number): string {
  const known = reasons[status];
  if (known !== undefined) return known;
  if (status >= 500) return `its provider has a fault (${status})`;
  return status >= 400 ? `its provider refuses the question (${status})` : 'its answer cannot be read';
}

function ofAnswer({ finishReason }: NoObjectGeneratedError): string {
  if (finishReason === 'content-filter') return 'it declined to answer';
  return finishReason === 'length' ? 'its answer was longer than it may be' : 'its answer cannot be read';
}

/** What lies under the library's wrappings. */
function coreOf(error: unknown): unknown {
  let core = error;
  for (let depth = 0; depth < 8 && core instanceof Error && !(core instanceof VisionFailure); depth += 1) {
    const inner = RetryError.isInstance(core) ? core.lastError : core.cause;
    if (!RetryError.isInstance(core) && !(inner instanceof VisionFailure)) break;
    core = inner;
  }
  return core;
}

const ended = (reason: string, isDown = false): VisionFailure =>
  new VisionFailure(`The model gave no opinion: ${reason}.`, isDown);

export const leftAlone = (): VisionFailure =>
  ended('it did not answer the last questions, and is asked no more for a minute');

/** Statuses that other questions get as well. */
const isDown = (status: number): boolean => [401, 403, 404, 408, 429].includes(status) || status >= 500;

/** @param late whether the time was over */
export function visionFailure(error: unknown, late: boolean, seconds: number): VisionFailure {
  const core = coreOf(error);
  if (core instanceof VisionFailure) return ended(core.message, core.isDown);
  if (late) return ended(`it did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, true);
  if (NoObjectGeneratedError.isInstance(core)) return ended(ofAnswer(core));
  if (NoOutputGeneratedError.isInstance(core)) return ended('it answered nothing');
  if (!APICallError.isInstance(core)) return ended('its answer cannot be read');
  const { statusCode } = core;
  return statusCode === undefined
    ? ended('its provider cannot be reached', true)
    : ended(ofStatus(statusCode), isDown(statusCode));
}
