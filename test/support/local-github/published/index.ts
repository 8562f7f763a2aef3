import { type Complaint, compare, prune } from './compare.ts';
import { type Declarations, openDeclarations } from './declarations.ts';
import type { Shape } from './parse.ts';

/** One recorded call of the API. */
export interface Exchange {
  method: string;
  /** Path and query. */
  url: URL;
  /** The request's body; undefined without one. */
  sent: unknown;
  status: number;
  /** The answer's body; undefined when it is not JSON. */
  got: unknown;
}

/** GitHub's published OpenAPI description of its REST API and of its webhooks, at run time. */
export interface Published {
  /** Returns the operation of a request, as `GET /repos/{owner}/{repo}`; null when none is published. */
  operation(method: string, path: string): string | null;
  /** Returns how a request differs from it: an unknown operation, parameter or field. */
  request(exchange: Exchange): string[];
  /** Returns how a successful answer differs from it. Refusals are not checked. */
  answer(exchange: Exchange): string[];
  /** Returns how an event's payload differs from it. */
  event(name: string, payload: object): string[];
  /** Returns the answer's body without unpublished fields. */
  pruneAnswer(exchange: Exchange): unknown;
  /** Returns an event's payload without unpublished fields. */
  pruneEvent<Payload extends object>(name: string, payload: Payload): Payload;
}

interface Operation {
  name: string;
  id: string;
  pattern: RegExp;
  /** How many segments of the template are fixed: of two that match, the one with more wins. */
  fixed: number;
}

// These parameters may contain slashes.
const long = ['path', 'ref', 'basehead'];

/** Returns the pattern of a template's paths. Each parameter is a group; owner and repository share one. */
export function patternOf(template: string): RegExp {
  const escaped = template.replace(/[.]/g, '\\.').replace('{owner}/{repo}', '([^/]+/[^/]+)');
  const groups = escaped.replace(/\{(\w+)\}/g, (_, name: string) => (long.includes(name) ? '(.+)' : '([^/]+)'));
  return new RegExp(`^${groups}$`);
}

let opened: Published | undefined;

export function openPublished(): Published {
  opened ??= open(openDeclarations('openapi-types'), openDeclarations('openapi-webhooks-types'));
  return opened;
}

function open(rest: Declarations, webhooks: Declarations): Published {
  const byMethod = new Map<string, Operation[]>();
  for (const { method, path, id } of rest.operations()) {
    const operations = byMethod.get(method) ?? [];
    byMethod.set(method, operations);
    const fixed = path.split('/').filter((part) => !part.startsWith('{')).length;
    operations.push({ name: `${method} ${path}`, id, pattern: patternOf(path), fixed });
  }
  for (const operations of byMethod.values()) operations.sort((one, other) => other.fixed - one.fixed);

  const find = (method: string, path: string) =>
    byMethod.get(method)?.find((operation) => operation.pattern.test(path)) ?? null;
  const at = (declarations: Declarations, shape: Shape | null, ...keys: string[]): Shape | null => {
    let current = shape === null ? null : declarations.resolve(shape);
    for (const key of keys) {
      const field: Shape | undefined = current?.kind === 'object' ? current.fields.get(key)?.shape : undefined;
      current = field === undefined ? null : declarations.resolve(field);
    }
    return current;
  };
  const ofAnswer = ({ method, url, status, got }: Exchange): Complaint[] => {
    const operation = find(method, url.pathname);
    if (operation === null || status < 200 || status >= 300) return [];
    const shape = at(rest, rest.entry('operations', operation.id), 'responses', String(status));
    if (shape === null) return [{ at: [], says: `an answer of ${status} is not published` }];
    if (got === undefined) return [];
    return compare(rest, got, { kind: 'union', of: contentsOf(at(rest, shape, 'content')) }, 'answer');
  };
  const keyOf = (name: string, payload: object) => {
    const { action } = payload as { action?: unknown };
    return [name, ...(typeof action === 'string' ? [action] : [])].join('/').replaceAll('_', '-');
  };
  const ofEvent = (key: string, payload: object): Complaint[] => {
    const body = at(webhooks, webhooks.entry('operations', key), 'requestBody', 'content', 'application/json');
    return body === null
      ? [{ at: [], says: 'no such event is published' }]
      : compare(webhooks, payload, body, 'answer');
  };

  return {
    operation: (method, path) => find(method, path)?.name ?? null,
    request({ method, url, sent }) {
      const operation = find(method, url.pathname);
      if (operation === null) return [`${method} ${url.pathname}: no such operation is published`];
      const shape = rest.entry('operations', operation.id);
      const query = compareQuery(rest, url.searchParams, at(rest, shape, 'parameters', 'query'));
      const json = contentsOf(at(rest, shape, 'requestBody', 'content'));
      // Clients send an empty object to operations without a body.
      const none = sent === undefined || (json.length === 0 && Object.keys(Object(sent)).length === 0);
      const body = none ? [] : compare(rest, sent, { kind: 'union', of: json }, 'request');
      return [...write(`${operation.name}: query`, query), ...write(`${operation.name}: body`, body)];
    },
    answer(exchange) {
      const complaints = ofAnswer(exchange);
      return complaints.length === 0
        ? []
        : write(`${find(exchange.method, exchange.url.pathname)?.name}: ${exchange.status}`, complaints);
    },
    event: (name, payload) => write(keyOf(name, payload), ofEvent(keyOf(name, payload), payload)),
    pruneAnswer: (exchange) => prune(exchange.got, ofAnswer(exchange)),
    pruneEvent: (name, payload) => prune(payload, ofEvent(keyOf(name, payload), payload)) as typeof payload,
  };
}

const contentsOf = (content: Shape | null): Shape[] =>
  content?.kind === 'object' ? [...content.fields.values()].map((field) => field.shape) : [];

/** Writes `GET /user: 200 plan.name: …`. It omits positions in lists, so that the same complaint appears once. */
const write = (where: string, complaints: Complaint[]) =>
  complaints.map(({ at, says }) => {
    const place = at.map((key) => (typeof key === 'number' ? '[]' : `.${key}`)).join('');
    return `${where}${place === '' ? '' : ` ${place.replace(/^\./, '')}`}: ${says}`;
  });

/** Compares a query. Its values are text, so numbers and booleans are parsed first. */
function compareQuery(rest: Declarations, query: URLSearchParams, shape: Shape | null): Complaint[] {
  const fields = shape?.kind === 'object' ? shape.fields : new Map<string, { shape: Shape }>();
  return [...query].flatMap(([name, text]) => {
    const field = fields.get(name);
    if (field === undefined) return [{ at: [name], says: 'no such parameter is published' }];
    const readings = [text, Number(text), text === 'true'];
    const fits = readings.some((value) => compare(rest, value, field.shape, 'request').length === 0);
    return fits ? [] : [{ at: [name], says: `${JSON.stringify(text)} is not published` }];
  });
}
