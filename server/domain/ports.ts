import type { Readable } from 'node:stream';
import type { Checklist } from '../checklist/index.ts';
import type { Input, Output } from '../contract/client.ts';
import type { OperationName, Operations } from '../contract/index.ts';
import type { Database, Reader, RowKey, Tx } from '../db/client.ts';
import type { JobData } from './job-data.ts';
import type { CaptureView, ImageTools, OutboundFailureLike, PdfTools } from './port-types.ts';
import type { Printer } from './printed-review.ts';

export type { Database, JobData, Reader, RowKey, Tx };

/** Encrypts and hashes what must not be readable in the database. */
export interface Secrets {
  /**
   * Encrypts with AES-256-GCM. The associated data names the table, column and row, so a value cannot be moved
   * elsewhere.
   */
  encrypt(plain: string | Buffer, associatedData: string): Buffer;
  decrypt(encrypted: Uint8Array, associatedData: string): Buffer;
  /** Like `encrypt`, with a key derived from `secret`: the database and SECRET_KEY alone cannot decrypt the value. */
  encryptWithSecret(secret: string, plain: string, associatedData: string): Buffer;
  /** @throws when the value was encrypted under another secret or with other associated data */
  decryptWithSecret(secret: string, encrypted: Uint8Array, associatedData: string): string;
  /** Hashes a token, to look it up without storing it. */
  hash(text: string): Buffer;
}

/** A file in the storage, including one that a process left unfinished. */
export interface StoredFile {
  key: string;
  /** Seconds since it was written, by the storage's own clock: those of the processes may differ by hours. */
  ageSeconds: number;
}

/** A file that is being read. A caller that does not read it to its end destroys it. */
export interface FileStream {
  content: Readable;
  /** The size in bytes */
  size: number;
}

/** A store of files, each complete or absent. */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** Returns null when there is no such file. */
  find(key: string): Promise<Buffer | null>;
  /** Returns the size of a file in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** Like `find`, without holding the whole file in memory. */
  stream(key: string): Promise<FileStream | null>;
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with `folder` and a slash, whether a row names it or not. */
  removeFolder(folder: string): Promise<void>;
  /**
   * Lists up to `limit` files after the key `after`, in an order of the storage's own; from the first when `after` is
   * empty.
   */
  list(after: string, limit: number): Promise<StoredFile[]>;
}

export type JobName = keyof JobData;

/** A queue whose jobs are sent inside the transaction that causes them: both happen or neither. */
export interface Queue {
  /**
   * `group`: the owner of the job; many jobs of one group delay only that group. `key`: what the job is about; it
   * replaces a job with the same key that has not begun.
   */
  send<Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    options?: { group?: string; key?: string },
  ): Promise<void>;
  /** Returns what was sent under this key, as far back as the queue remembers, which is some days. */
  sent<Name extends JobName>(tx: Tx, name: Name, key: string): Promise<JobData[Name][]>;
}

/** Signals that PostgreSQL sends to every process at a commit. Triggers send them, so no writer can forget to. */
export interface Signals {
  /**
   * `change`: something of the review or chain with this id was written. `delivery`: one may be due (the subject is
   * empty). A null subject: the connection was lost and is back, so anything may have happened. @returns a function
   * that stops listening
   */
  listen(topic: 'change' | 'delivery', listener: (subject: string | null) => void): () => void;
}

export interface Outbound {
  /** @throws a failure whose `message` can be shown to people and holds no secret. */
  request(request: {
    url: string;
    use: 'webhook' | 'fetch' | 'client_document';
    method: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: Buffer;
    timeoutMs: number;
    maxBytes: number;
    maxRedirects?: number;
  }): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;
  /** Judges an address by its form alone. @throws like `request`. */
  checkUrl(url: string, use: 'webhook' | 'fetch' | 'capture' | 'client_document'): void;
  isFailure(error: unknown): error is OutboundFailureLike;
}

/** What the id-token of a GitHub Actions job proves. Rely on the ids: names can change hands. */
export interface JobIdentity {
  issuer: string;
  /** Unique to the token */
  jti: string;
  expiresAt: Date;
  repositoryId: string;
  repository: string;
  ownerId: string;
  owner: string;
  /** The run it is part of, and the run's trigger; null when the token names none. */
  run: { id: number; event: string | null; ref: string | null; sha: string | null } | null;
}

export interface JobTokens {
  /** Verifies signature, issuer, exact audience and lifetime. @throws an error that `isRefused` knows, or a fault */
  verify(token: string): Promise<JobIdentity>;
  isRefused(error: unknown): boolean;
}

/** A person who signed in with GitHub. */
interface SignedIn {
  /** Unique to the assertion */
  jti: string;
  expiresAt: Date;
  /** The GitHub user's id */
  subject: string;
  login: string;
}

/** A person who signed in to a review. */
export interface ReviewIdentity extends SignedIn {
  reviewId: string;
}

/** A person who signed in to join a repository's workspace. */
export interface JoinIdentity extends SignedIn {
  /** The connect screen that it is for */
  request: string;
  /** The issuer of the repository's id-tokens; together with the id it identifies the repository. */
  issuer: string;
  repositoryId: string;
  /** `owner/name`, as it is called now */
  repository: string;
  ownerId: string;
}

/** Verifies the GitHub App's signed statements of who signed in. */
export interface IdentityAssertions {
  signReview(about: { reviewId: string; userId: number; login: string }): Promise<string>;
  signJoin(about: {
    request: string;
    userId: number;
    login: string;
    issuer: string;
    repository: { id: number; fullName: string; ownerId: number };
  }): Promise<string>;
  /** Verifies signature, issuer, exact audience and lifetime. @throws an error that `isRefused` knows */
  verifyReview(assertion: string): Promise<ReviewIdentity>;
  /** Verifies an assertion of who joins in the same way. Neither kind is ever accepted as the other. */
  verifyJoin(assertion: string): Promise<JoinIdentity>;
  isRefused(error: unknown): boolean;
}

/** Locks that hold across processes. */
export interface Locks {
  /** Runs `work` while no other process holds `key`. A lock taken while holding another is `nested`. */
  withLock<Result>(key: string, work: () => Promise<Result>, nested?: 'nested'): Promise<Result>;
  close(): Promise<void>;
}

/** How a long call reports progress and is cancelled. */
export interface CallContext {
  /** Aborted when the caller has disconnected. */
  signal: AbortSignal | null;
  /** Reports the seconds that have passed, and the most that it may take. */
  progress(elapsed: number, total: number, message: string): void;
}

export interface Settings {
  version: string;
  /** The public address of the service, without a trailing slash. */
  baseUrl: string;
  creditsPerMonth: number | null;
  costs: Record<'images' | 'capture' | 'pdf' | 'html', number>;
  tryTokensPerHour: number;
  tryTokensPerDay: number;
  signup: 'open' | 'closed';
  /** The owners whose repositories' jobs may sign in, by login or id in lower case; null: all owners. */
  githubOwners: readonly string[] | null;
  /** Origins of browser clients that may call MCP, besides our own and those on the user's machine. */
  mcpOrigins: readonly string[];
  /** Whether a client id may be the address of the client's metadata document, which the service then reads. */
  clientDocuments: boolean;
  maxImageBytes: number;
  maxPdfBytes: number;
  maxHtmlBytes: number;
  /** How long the screenshots of an expired review are kept. */
  retentionDays: number;
  app: { url: string; signIn: boolean } | null;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The rest of a limit after one use was counted. */
export interface RateLimitUse {
  allowed: boolean;
  /** Uses left in this window. */
  remaining: number;
  /** Seconds until the oldest use stops counting. */
  reset: number;
}

/** Everything the domain needs from outside. `bootstrap.ts` supplies the adapters. */
export interface Ports {
  db: Database;
  /**
   * Runs `work` in one transaction. An error rolls everything back. After a deadlock `work` runs again, so it has no
   * effect outside the transaction.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  clock(): Date;
  secrets: Secrets;
  storage: Storage;
  queue: Queue;
  signals: Signals;
  outbound: Outbound;
  images: ImageTools;
  pdf: PdfTools;
  captureView: CaptureView;
  printer: Printer;
  checklist: Checklist;
  jobTokens: JobTokens;
  /** null: there is no GitHub App to sign in with. */
  identityAssertions: IdentityAssertions | null;
  /**
   * Counts one use of `key`, unless the last `seconds` already have `max`. With `tx` it counts only if that commits.
   */
  consumeRateLimit(key: string, limit: { max: number; seconds: number }, tx?: Tx): Promise<RateLimitUse>;
  settings: Settings;
  log: Log;
}

/** A caller without a credential, known only by where the request came from. */
export interface Anyone {
  kind: 'anyone';
  address: string;
}
export interface ClientActor {
  kind: 'client';
  workspaceId: string;
  /** The hash of the workspace's token that was used, for counting. */
  credential: string;
  /** `try`: a token that a person holds. `access`: a token of one hour, issued to a connection. */
  bearer: 'try' | 'access';
  /** The connection that an access token was issued to; null for try tokens. */
  connectionId: string | null;
  /** The push that started the job which the token was issued to; null for all other tokens. */
  push: Push | null;
}

/** A push to a branch of a repository, in the words of the repository's own jobs. */
export interface Push {
  repository: string;
  branch: string;
  commit: string;
}
export interface Reviewer {
  kind: 'reviewer';
  workspaceId: string;
  reviewId: string;
}
export interface Guest {
  kind: 'guest';
  workspaceId: string;
  reviewId: string;
}
/** The caller for each kind of operation, as the HTTP layer has established it. */
export interface ActorOf {
  anyone: Anyone;
  client: ClientActor;
  reviewer: Reviewer;
  guest: Guest;
}

/** What an operation does, and answers. */
export type Handler<Name extends OperationName> = (
  ports: Ports,
  actor: ActorOf[Operations[Name]['actor']],
  input: Input<Name>,
) => Promise<Output<Name>>;
