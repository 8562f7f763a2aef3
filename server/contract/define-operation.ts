import { z } from 'zod';
import type { ErrorCode } from './error.ts';
import type { Group } from './groups.ts';

/**
 * Who may call an operation: `anyone` needs no credential, `client` a bearer token, `reviewer` a review link, `guest` a
 * guest link.
 */
export type ActorKind = 'anyone' | 'client' | 'reviewer' | 'guest';

/** What an MCP client reads about a tool before it calls it (MCP `ToolAnnotations`). */
export interface ToolHints {
  readOnly: boolean;
  destructive: boolean;
  idempotent: boolean;
  openWorld: boolean;
  /** Words that people search for when they need the tool, for clients that list tools only on a search. */
  searchHint: string;
  /**
   * The output is a {@link ToolContent}: images for the model to look at. Clients drop content beside structured
   * output, so such a tool has no structured output.
   */
  content?: true;
  /**
   * Only the review's page inside an agent's chat calls it (MCP Apps). Hosts hide it from their model, and other clients
   * do not have it.
   */
  app?: true;
}

/** A sliding window: at most `max` calls in `seconds`, counted per credential (per address for `anyone`). */
export interface Limit {
  max: number;
  seconds: number;
  /** What is counted, in the refusal (default: requests). */
  what?: string;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  path: string;
  success: 200 | 201;
}

/**
 * An operation of the service. REST routes, MCP tools and the OpenAPI document are derived from it. `input` contains
 * path, query and body fields together; `{name}` in `path` takes the field `name` from it, except `{token}`, which is
 * the reviewer's or guest's credential and never part of the input.
 */
export interface Operation<
  Name extends string = string,
  Kind extends ActorKind = ActorKind,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Rest extends Route | null = Route | null,
> {
  name: Name;
  title: string;
  description: string;
  group: Group;
  actor: Kind;
  /** null for an operation that only makes sense to a model, which is then only an MCP tool. */
  rest: Rest;
  /** Annotations when the operation is also an MCP tool, null when it is not. */
  tool: ToolHints | null;
  /** The input field that the `Idempotency-Key` header fills, if any. */
  idempotencyField?: string;
  /** Whether it requires the review page itself, identified by its key and its origin, and not only the link. */
  onPage?: true;
  limits: readonly Limit[];
  /**
   * The largest body, for operations that carry more than text. Default: 256 KB. `Infinity`: the service's own limit.
   */
  maxBodyBytes?: number;
  /** Operations with the same group share their count. Default: the operation's name. */
  limitGroup?: string;
  input: Input;
  output: Output;
  errors: readonly ErrorCode[];
  /** An example call, described in a sentence. A test holds both sides to their schemas. */
  example: { description: string; input: z.input<Input>; output: z.output<Output> };
}

type Defaults = 'tool' | 'limits';

export function defineOperation<
  const Name extends string,
  const Kind extends ActorKind,
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  const Rest extends Route | null,
>({
  tool = null,
  limits = [],
  ...operation
}: Omit<Operation<Name, Kind, Input, Output, Rest>, Defaults> & Partial<Pick<Operation, Defaults>>): Operation<
  Name,
  Kind,
  Input,
  Output,
  Rest
> {
  return { ...operation, tool, limits };
}

/** An operation that is also reached over REST. */
export type RestOperation = Operation<string, ActorKind, z.ZodObject, z.ZodObject, Route>;

/** The answer of a tool that shows images: `notes` come before them, one sentence each. */
export const ToolContent = z.object({
  notes: z.array(z.string()),
  images: z.array(z.object({ media_type: z.string(), data: z.base64() })),
});
export type ToolContent = z.infer<typeof ToolContent>;

type Kind = Omit<ToolHints, 'searchHint'>;
export const reads: Kind = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
export const adds: Kind = { readOnly: false, destructive: false, idempotent: false, openWorld: false };
export const updates: Kind = { readOnly: false, destructive: false, idempotent: true, openWorld: false };

/** Returns a limit of `max` calls a minute. */
export const perMinute = (max: number): Limit => ({ max, seconds: 60 });
