import type { Readable } from 'node:stream';
import type { Checklist } from '../checklist/index.ts';
import type { Database, Tx } from '../db/client.ts';
import type { JobData } from './job-data.ts';
import type { CaptureView, ImageTools, OutboundFailureLike, PdfTools } from './port-types.ts';

export type { Database, JobData, Tx };

/** Encrypts and hashes what must not lie readable in the database. */
export interface Secrets {
  /** AES-256-GCM; `place` (table, column and row) is bound to it, so that a value cannot be moved elsewhere. */
  encrypt(plain: string | Buffer, place: string): Buffer;
  decrypt(encrypted: Uint8Array, place: string): Buffer;
  /** Like `encrypt`, under a key that only `secret` gives: the database and SECRET_KEY alone do not open it. */
  encryptWithSecret(secret: string, plain: string, place: string): Buffer;
  /** @throws when it was encrypted under another secret or for another place */
  decryptWithSecret(secret: string, encrypted: Uint8Array, place: string): string;
  /** For looking a token up without storing it. */
  hash(text: string): Buffer;
}

/** A file as the storage knows it; one that a process left unfinished as well. */
export interface StoredFile {
  key: string;
  /** Since it was written, by the storage's own clock: those of the processes may differ by hours. */
  ageSeconds: number;
}

/** A file on its way. A caller that does not read it to its end destroys it. */
export interface FileStream {
  content: Readable;
  /** In bytes */
  size: number;
}

/** Where files lie, whole or not at all. */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>;
  get(key: string): Promise<Buffer>;
  /** null when there is no such file. */
  find(key: string): Promise<Buffer | null>;
  /** As `find`, but held by nobody as a whole. */
  stream(key: string): Promise<FileStream | null>;
  remove(key: string): Promise<void>;
  /** Everything whose key begins with `folder` and a slash, known to a row or not. */
  removeFolder(folder: string): Promise<void>;
  /** Up to `limit` files in an order of the storage's own, those after the key `after`; from the first when it is empty. */
  list(after: string, limit: number): Promise<StoredFile[]>;
}

export type JobName = keyof JobData;

/** Jobs are sent inside the transaction that causes them: both happen or neither. */
export interface Queue {
  /**
   * `group`: whose job it is; one group's many jobs hold up its own only. `key`: what it is about; it takes the place of
   * a job about the same that nobody has begun.
   */
  send<Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    options?: { group?: string; key?: string },
  ): Promise<void>;
  /** What was sent under this key, as far as the queue remembers: some days. */
  sent<Name extends JobName>(tx: Tx, name: Name, key: string): Promise<JobData[Name][]>;
}

/** What PostgreSQL sends to every process at a commit. Triggers send it, so no writer can forget to. */
export interface Signals {
  /**
   * `change`: something of the review or chain with this id was written. `delivery`: one may be due (the subject is
   * empty). A null subject: the connection was lost and is back, anything may have happened. @returns what ends it
   */
  listen(topic: 'change' | 'delivery', listener: (subject: string | null) => void): () => void;
}

export interface Outbound {
  /** @throws a failure whose `message` is fit for a person and holds no secret. */
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

/** What a GitHub Actions job proves of itself by its id-token. Ids are the truth; names can change hands. */
export interface JobIdentity {
  issuer: string;
  /** Unique to the token */
  jti: string;
  expiresAt: Date;
  repositoryId: string;
  repository: string;
  ownerId: string;
  owner: string;
  /** Which run it is part of, and what for; null when the token names none. */
  run: { id: number; event: string | null; ref: string | null } | null;
}

export interface JobTokens {
  /** Verifies signature, issuer, exact audience and lifetime. @throws an error that `isRefused` knows, or a fault */
  verify(token: string): Promise<JobIdentity>;
  isRefused(error: unknown): boolean;
}

/** Who signed in with GitHub. */
interface SignedIn {
  /** Unique to the assertion */
  jti: string;
  expiresAt: Date;
  /** The GitHub user's id */
  subject: string;
  login: string;
}

/** Who signed in to a review. */
export interface ReviewIdentity extends SignedIn {
  reviewId: string;
}

/** Who may join which repository's workspace. */
export interface JoinIdentity extends SignedIn {
  /** The connect screen that it is for */
  request: string;
  /** Of the repository's jobs: with the id what distinguishes it from all others. */
  issuer: string;
  repositoryId: string;
  /** `owner/name`, as it is called now */
  repository: string;
  ownerId: string;
}

/** The GitHub App's signed word for who signed in. */
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
  /** Likewise an assertion of who joins; neither is ever taken for the other. */
  verifyJoin(assertion: string): Promise<JoinIdentity>;
  isRefused(error: unknown): boolean;
}

/** Locks that hold across processes. */
export interface Locks {
  /** Runs `work` while no other process holds `key`. A lock taken while holding another is `nested`. */
  withLock<Result>(key: string, work: () => Promise<Result>, nested?: 'nested'): Promise<Result>;
  close(): Promise<void>;
}

/** How a call that takes long is followed and broken off. */
export interface CallContext {
  /** Aborted when the caller has disconnected. */
  signal: AbortSignal | null;
  /** Seconds passed of those it may take at most. */
  progress(elapsed: number, total: number, message: string): void;
}

export interface Settings {
  version: string;
  /** Without a trailing slash. */
  baseUrl: string;
  creditsPerMonth: number | null;
  costs: Record<'images' | 'capture' | 'pdf' | 'html', number>;
  tryTokensPerHour: number;
  tryTokensPerDay: number;
  signup: 'open' | 'closed';
  /** Whose repositories' jobs may sign in, by login or id in lower case; null: everybody's. */
  githubOwners: readonly string[] | null;
  /** Origins of browser clients that may reach MCP, beside our own and those on their user's machine. */
  mcpOrigins: readonly string[];
  /** Whether a client may be known by the address of its metadata, which is read then. */
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

/** What is left of a limit after one use was counted. */
export interface RateLimitUse {
  allowed: boolean;
  /** Uses left in this window. */
  remaining: number;
  /** Seconds until the oldest use counts no more. */
  reset: number;
}

/** Everything the domain needs of the world; `bootstrap.ts` puts the real things in. */
export interface Ports {
  db: Database;
  /** Runs `work` in one transaction; what it throws rolls everything back. */
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
  checklist: Checklist;
  jobTokens: JobTokens;
  /** null: there is no GitHub App to sign in with. */
  identityAssertions: IdentityAssertions | null;
  /** Counts one use of `key` unless the last `seconds` hold `max` already; in a transaction, only if it commits. */
  consumeRateLimit(key: string, limit: { max: number; seconds: number }, tx?: Tx): Promise<RateLimitUse>;
  settings: Settings;
  log: Log;
}

/** Somebody without a key, known by where the request came from. */
export interface Anyone {
  kind: 'anyone';
  address: string;
}
export interface ClientActor {
  kind: 'client';
  workspaceId: string;
  /** Which of the workspace's tokens it used: a hash, for counting. */
  credential: string;
  /** `try`: a token a person holds. `access`: one of an hour, issued to a connection. */
  bearer: 'try' | 'access';
  /** The connection that an access token was issued to; null for try tokens. */
  connectionId: string | null;
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
/** Who calls, once the HTTP layer has established it. */
export interface ActorOf {
  anyone: Anyone;
  client: ClientActor;
  reviewer: Reviewer;
  guest: Guest;
}
