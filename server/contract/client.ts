import type { z } from 'zod';
import type { ErrorBody } from './error.ts';
import type { OperationName, Operations, RestOperationName } from './index.ts';
import { routes } from './routes.generated.ts';

export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;

/** An error for an answer that is not 2xx, or for none or an incomplete one (`status` 0). */
export class ServiceError extends Error {
  readonly status: number;
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `The service answered ${status}.`);
    this.name = 'ServiceError';
    this.status = status;
    this.body = body;
  }
}

export interface ClientOptions {
  /** The service's address without a trailing slash; empty in the service's own page. */
  baseUrl: string;
  /** A try token or an access token, for operations whose actor is a client. */
  bearer?: string;
  /** The secret of a review or guest link, for operations whose actor is a reviewer or a guest. */
  link?: string;
  /** The key that the review page carries, for operations that only the page may call. */
  pageKey?: string;
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Client {
  /** Calls one operation; throws {@link ServiceError} when the service refuses or cannot be reached. */
  call<Name extends RestOperationName>(name: Name, input: Input<Name>, options?: CallOptions): Promise<Output<Name>>;
}

export function createClient(client: ClientOptions): Client {
  const send = client.fetch ?? globalThis.fetch;
  return {
    async call(name, input, options = {}) {
      const [method, template] = routes[name];
      const fields: Record<string, unknown> = { ...input };
      let path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
        const value = field === 'token' ? client.link : fields[field];
        delete fields[field];
        return encodeURIComponent(String(value));
      });
      const headers: Record<string, string> = { accept: 'application/json' };
      if (client.bearer !== undefined) headers.authorization = `Bearer ${client.bearer}`;
      if (client.pageKey !== undefined) headers['x-page-key'] = client.pageKey;
      if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
      const init: RequestInit = { method, headers };
      if (options.signal !== undefined) init.signal = options.signal;
      if (method === 'GET' || method === 'DELETE') {
        const query = new URLSearchParams();
        for (const [field, value] of Object.entries(fields)) if (value !== undefined) query.set(field, String(value));
        if (query.size > 0) path += `?${query}`;
      } else {
        headers['content-type'] = 'application/json';
        init.body = JSON.stringify(fields);
      }
      const service = `The service at ${client.baseUrl || 'this address'}`;
      const unlessAborted = (cause: unknown, message: string): unknown =>
        options.signal?.aborted ? cause : new ServiceError(0, { message });
      let response: Response;
      try {
        response = await send(client.baseUrl + path, init);
      } catch (cause) {
        throw unlessAborted(cause, `${service} cannot be reached.`);
      }
      const body: unknown = await response.json().catch((cause: unknown) => {
        // A refusal needs no body. Without the whole result it is unknown what was done.
        if (response.ok) throw unlessAborted(cause, `${service} did not send its whole answer.`);
        return {};
      });
      if (!response.ok) throw new ServiceError(response.status, body as Partial<ErrorBody>);
      return body as Output<typeof name>;
    },
  };
}
