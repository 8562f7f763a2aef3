import type { z } from 'zod';
import type { ErrorBody } from './error.ts';
import type { OperationName, Operations, RestOperationName } from './index.ts';

/** Method and path of every operation, so that a bundle needs no schema library. A test holds it equal to the list. */
const routes = {
  create_try_token: ['POST', '/api/try-token'],
  create_review: ['POST', '/api/reviews'],
  get_review: ['GET', '/api/reviews/{id}'],
  list_reviews: ['GET', '/api/reviews'],
  create_upload: ['POST', '/api/uploads'],
  add_screenshot: ['POST', '/api/reviews/{id}/screenshots'],
  resolve_marks: ['POST', '/api/reviews/{id}/marks/resolve'],
  add_findings: ['POST', '/api/reviews/{id}/findings'],
  second_opinion: ['POST', '/api/reviews/{id}/second-opinion'],
  get_checklist: ['GET', '/api/checklist'],
  update_checklist: ['PATCH', '/api/checklist'],
  get_billing: ['GET', '/api/billing'],
  cancel_review: ['POST', '/api/reviews/{id}/cancel'],
  delete_review: ['DELETE', '/api/reviews/{id}'],
  list_deliveries: ['GET', '/api/reviews/{id}/deliveries'],
  resume_webhook: ['POST', '/api/reviews/{id}/webhook/resume'],
  redeliver: ['POST', '/api/reviews/{id}/redeliver'],
  list_connections: ['GET', '/api/connections'],
  end_connection: ['DELETE', '/api/connections/{connection_id}'],
  open_workspace: ['POST', '/api/workspace/open'],
  enter_workspace: ['POST', '/api/workspace/enter'],
  rotate_token: ['POST', '/api/token/rotate'],
  export_workspace: ['GET', '/api/workspace/export'],
  delete_workspace: ['DELETE', '/api/workspace'],
  read_review: ['GET', '/r/{token}/review'],
  place_mark: ['POST', '/r/{token}/marks'],
  edit_mark: ['PATCH', '/r/{token}/marks/{mark_id}'],
  withdraw_mark: ['POST', '/r/{token}/marks/{mark_id}/withdraw'],
  restore_mark: ['POST', '/r/{token}/marks/{mark_id}/restore'],
  verify_mark: ['POST', '/r/{token}/marks/{mark_id}/verify'],
  reopen_mark: ['POST', '/r/{token}/marks/{mark_id}/reopen'],
  accept_finding: ['POST', '/r/{token}/findings/{finding_id}/accept'],
  hide_finding: ['POST', '/r/{token}/findings/{finding_id}/hide'],
  restore_finding: ['POST', '/r/{token}/findings/{finding_id}/restore'],
  accept_suggestion: ['POST', '/r/{token}/suggestions/{suggestion_id}/accept'],
  dismiss_suggestion: ['POST', '/r/{token}/suggestions/{suggestion_id}/dismiss'],
  restore_suggestion: ['POST', '/r/{token}/suggestions/{suggestion_id}/restore'],
  identify: ['POST', '/r/{token}/identity'],
  decide: ['POST', '/r/{token}/decision'],
  withdraw_review: ['POST', '/r/{token}/withdraw'],
  restore_review: ['POST', '/r/{token}/restore'],
  read_guest_review: ['GET', '/g/{token}/review'],
  read_own_suggestions: ['POST', '/g/{token}/suggestions/own'],
  suggest: ['POST', '/g/{token}/suggestions'],
  edit_suggestion: ['PATCH', '/g/{token}/suggestions/{suggestion_id}'],
  withdraw_suggestion: ['POST', '/g/{token}/suggestions/{suggestion_id}/withdraw'],
} as const satisfies Record<RestOperationName, readonly [string, string]>;

export { routes };

export type Input<Name extends OperationName> = z.input<Operations[Name]['input']>;
export type Output<Name extends OperationName> = z.output<Operations[Name]['output']>;

/** An answer that is not 2xx, or no answer at all (`status` 0). */
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
  /** Where the service is, without a trailing slash; empty in the service's own page. */
  baseUrl: string;
  /** A try token or an access token, for operations whose actor is a client. */
  bearer?: string;
  /** The secret of a review or guest link, for operations whose actor is a reviewer or a guest. */
  link?: string;
  /** The key that the review page carries, for what is done on the page alone. */
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
      let response: Response;
      try {
        response = await send(client.baseUrl + path, init);
      } catch (cause) {
        if (options.signal?.aborted) throw cause;
        throw new ServiceError(0, { message: `The service at ${client.baseUrl || 'this address'} cannot be reached.` });
      }
      const body: unknown = await response.json().catch(() => ({}));
      if (!response.ok) throw new ServiceError(response.status, body as Partial<ErrorBody>);
      return body as Output<typeof name>;
    },
  };
}
