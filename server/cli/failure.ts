import { ServiceError } from '../contract/client.ts';
import { duration } from '../contract/duration.ts';
import type { SkippedMark } from '../contract/mark.ts';
import { skippedSentence } from '../contract/skipped-mark.ts';
import { exitCode } from './exit-code.ts';
import { clean } from './text.ts';

/** The command line, or a file it names, is wrong. */
export class UsageError extends Error {}

/** Any other error that ends the command; the message says what to do next. */
export class CommandError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface Failure {
  exitCode: number;
  /** For a person. */
  message: string;
  /** For scripts: the service's own error body where there is one. */
  document: { error: string; message: string };
}

/** Where the session's address and token come from, to name what to fix. */
export interface Origin {
  url: string;
  tokenFrom: string;
}

export function toFailure(error: unknown, origin: Origin): Failure {
  if (error instanceof UsageError) return failure('usage', error.message, exitCode.usage);
  if (error instanceof CommandError) {
    return failure(error.code, error.message, error.code === 'timeout' ? exitCode.timedOut : exitCode.error);
  }
  if (error instanceof ServiceError) {
    const { error: code = error.status === 0 ? 'unreachable' : 'unexpected' } = error.body;
    const message = explain(error, origin);
    const document = { ...error.body, error: code, message: clean(error.message) };
    return { exitCode: exitCode.error, message, document };
  }
  const words = error instanceof Error ? error.message : String(error);
  return failure('unexpected', `Something went wrong: ${clean(words)}`);
}

function failure(code: string, message: string, exit: number = exitCode.error): Failure {
  return { exitCode: exit, message, document: { error: code, message } };
}

/** Returns the service's error and what to do next. */
function explain(error: ServiceError, { url, tokenFrom }: Origin): string {
  const { status, body } = error;
  const said = asTyped(clean(error.message));
  if (status === 0) {
    return `Nothing answers at ${url}. Is the service running there? Start it with "npm start", or name another address with --url or SIGHTLINE_URL.`;
  }
  if (status === 401) {
    // A token from elsewhere takes precedence over a new login.
    const without = tokenFrom === 'the login' ? 'Get' : `Give another, or without ${tokenFrom} get`;
    return `${url} does not accept the token from ${tokenFrom}: it is wrong or has expired. ${without} a new one with "sightline login --url ${url}".`;
  }
  if (status === 402) {
    return `Too few credits: this needs ${body.needed ?? 'more'}, and the workspace has ${body.held ?? 'fewer'} left. "sightline billing" shows when they renew; on your own service raise CREDITS_PER_MONTH.`;
  }
  if (status === 404) {
    const what = /^There is no such (\w+) here/.exec(said)?.[1] ?? '';
    if (what === 'mark') return `${said} "sightline show ID" lists the marks of the review.`;
    const list = lists[what] ?? '"sightline list" shows the reviews';
    return `${said} ${list} of this workspace; another one's need its token (the one used is from ${tokenFrom}).`;
  }
  if (status === 413) {
    return `${said} Send fewer or smaller images, or raise MAX_IMAGE_MB or MAX_REQUEST_MB on your own service.`;
  }
  if (status === 429) {
    return said.includes('Try again in') ? said : `${said} Try again in ${duration(body.retry_after ?? 60)}.`;
  }
  if (status === 422 || status === 400) return [said, ...fields(body.errors, said), ...after(body, said)].join('\n');
  if (status >= 500 && body.request_id === undefined) return `${said} Try again later.`;
  return said;
}

/** Which command lists what was not found; reviews for all others. */
const lists: Record<string, string> = {
  baseline: '"sightline baselines" lists the baselines',
  connection: '"sightline connections" lists the connections',
};

/** What a person typed for a field of the service, as the service's sentences begin with it. */
const typed: Record<string, string> = {
  page_url: 'the address',
  parent_id: '--parent',
  webhook_url: '--webhook',
  wait_for: '--wait-for',
  steps: '--step',
  colour_scheme: '--colour-scheme',
  reduced_motion: '--reduced-motion',
  mask: '--mask',
  headers: '--header',
  cookies: '--cookie',
  title: '--title',
  context: '--context',
  reference: '--reference',
  revision: '--revision',
  repository: '--repository',
  name: '--name',
  branch: '--branch',
  commit: '--commit',
  label: '--label',
  after_image: '--after-image',
  related_pin: '--mark',
  skip_rules: '--skip',
  screenshot_index: 'the screenshot',
  body: 'the text',
};

/** Rewords messages of the service and of the capture, which name the service's fields. */
export const asTyped = (message: string): string =>
  message
    .replace(/`(?:\w+\[\d+\]\.)?(\w+)(?:\[\d+\])?`/g, (whole, name) => typed[name] ?? whole)
    .replace('GET /api/checklist', '"sightline checklist"')
    .replace(/^the /, 'The ');

function fields(errors: ServiceError['body']['errors'], said: string): string[] {
  return (errors ?? [])
    .map(({ path, message }) => ({ path, message: asTyped(clean(message)) }))
    .filter(({ message }) => !said.includes(message))
    .map(({ path, message }) => `  ${clean(path)}: ${message}`);
}

function after(body: ServiceError['body'], said: string): string[] {
  if (body.next_pass_id !== undefined) {
    return [`Its next pass: ${clean(body.next_pass_id)}`];
  }
  const { skipped } = body;
  if (!Array.isArray(skipped)) return [];
  return skipped
    .map((mark: SkippedMark) => clean(skippedSentence(mark)))
    .filter((sentence) => !said.includes(sentence))
    .map((sentence) => `  ${sentence}`);
}

/** Explains that something could not be written; an error of the service explains itself. */
export function refuseToWrite(what: string, option: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof ServiceError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError('file', `${what} cannot be written (${why}). Name another with ${option}.`);
  };
}
