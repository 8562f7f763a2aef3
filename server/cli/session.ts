import { type CallOptions, createClient, type Input, type Output, ServiceError } from '../contract/client.ts';
import type { RestOperationName } from '../contract/index.ts';
import type { Login } from './config-file.ts';
import { CommandError, UsageError } from './failure.ts';
import { type RetryOptions, retry } from './retry.ts';
import { transport } from './transport.ts';

/** The service with a token. Calls are retried while the failure may be temporary. */
export interface Session {
  url: string;
  call<Each extends RestOperationName>(
    name: Each,
    input: Input<Each>,
    options?: CallOptions & Pick<RetryOptions, 'when'>,
  ): Promise<Output<Each>>;
  /**
   * Sends a call that works only once. When an answer was lost, `known` returns the result if the error of the next
   * attempt shows that the first one worked; else null.
   */
  end<Each extends RestOperationName, Known>(
    name: Each,
    input: Input<Each>,
    known: (error: ServiceError) => Known | null | Promise<Known>,
  ): Promise<Output<Each> | Known>;
  /** Sends one call without retries. */
  once<Each extends RestOperationName>(name: Each, input: Input<Each>, options?: CallOptions): Promise<Output<Each>>;
  /** Reads a review by its link, which shows how many screenshots it will have. */
  readByLink(reviewUrl: string): Promise<Output<'read_review'>>;
  note(text: string): void;
}

export function createSession(url: string, token: string, note: (text: string) => void): Session {
  const client = createClient({ baseUrl: url, bearer: token, fetch: transport });
  return {
    url,
    note,
    call: (name, input, { when = 'passing', ...options } = {}) =>
      retry(() => client.call(name, input, options), { note, when }),
    end: (name, input, known) =>
      retry(
        async (unsure) => {
          try {
            return await client.call(name, input);
          } catch (error) {
            const result = unsure && error instanceof ServiceError ? await known(error) : null;
            if (result === null) throw error;
            return result;
          }
        },
        { note },
      ),
    once: (name, input, options) => client.call(name, input, options),
    readByLink(reviewUrl) {
      const link = new URL(reviewUrl).pathname.split('/').at(-1) ?? '';
      return retry(() => createClient({ baseUrl: url, link, fetch: transport }).call('read_review', {}), { note });
    },
  };
}

/** Parses the service's address. @throws UsageError */
export function readAddress(text: string, from: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${from} must be an address such as https://sightline.example.com`);
  }
  if (url.username !== '' || url.password !== '') throw new UsageError(`${from} must not hold a name or password.`);
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Returns the token to use and where it comes from. @throws CommandError when there is none */
export function chooseToken(url: string, given: string | null, login: Login | null): string {
  const token = given ?? login?.token;
  if (token !== undefined) return token;
  throw new CommandError(
    'no_token',
    `There is no token for ${url}. Run "sightline login --url ${url}", or set SIGHTLINE_TOKEN.`,
  );
}
