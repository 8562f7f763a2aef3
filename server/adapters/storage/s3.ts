import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { FileStream, StoredFile } from '../../domain/ports.ts';
import { checkFolder, checkKey } from './key.ts';
import type { S3Location } from './location.ts';
import type { OpenStorage } from './open-storage.ts';
import { isMissing, toFailure } from './s3-failure.ts';

/** Time limits in milliseconds. */
const PATIENCE = {
  connect: 3_000,
  /** Until a response begins, per attempt; longer when the request contains a file. */
  answer: 10_000,
  answerToFile: 30_000,
  /** All attempts together. */
  whole: 30_000,
  wholeFile: 90_000,
  /** Without a byte; longer for a stream that a slow client reads. */
  idle: 20_000,
  readerIdle: 120_000,
};
const ATTEMPTS = 4;
const CONNECTIONS = 64;
/** Streams have their own connections: slow readers hold them for long and must not block writes. */
const READERS = 1_000;
/** The most files that a store lists at once. */
const PAGE = 1000;
const REMOVED_AT_ONCE = 16;

function connect(location: S3Location, patience: typeof PATIENCE, maxSockets: number, socketTimeout: number): S3Client {
  const { endpoint, region, pathStyle, keys } = location;
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    ...(keys === null ? {} : { credentials: keys }),
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // Every request is signed with its content's hash. Other stores refuse the further checksums of S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.connect,
      requestTimeout: patience.answer,
      throwOnRequestTimeout: true,
      socketTimeout,
      httpAgent: { keepAlive: true, maxSockets },
      httpsAgent: { keepAlive: true, maxSockets },
    },
  });
}

/** Returns a clock that follows the store's, in whole seconds as its responses give it. */
function followClock(client: S3Client): () => number {
  let ahead = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { response } = result;
      if (typeof response === 'object' && response !== null && 'headers' in response) {
        const { date } = response.headers as Record<string, string | undefined>;
        const sentAt = date === undefined ? Number.NaN : Date.parse(date);
        if (!Number.isNaN(sentAt)) ahead = sentAt - Date.now();
      }
      return result;
    },
    { step: 'deserialize', name: 'followClock' },
  );
  return () => Date.now() + ahead;
}

/** Opens the operations on a bucket. Each rejects with the SDK's errors. */
function openBucket(location: S3Location, patience: typeof PATIENCE) {
  const client = connect(location, patience, CONNECTIONS, patience.idle);
  const readers = connect(location, patience, READERS, patience.readerIdle);
  const now = followClock(client);
  const Bucket = location.bucket;
  const root = location.prefix === '' ? '' : `${location.prefix}/`;
  const at = (key: string) => ({ Bucket, Key: root + checkKey(key) });
  const closed = new AbortController();
  /** Aborts after `ms`, and on `close`, when the SDK would otherwise retry. */
  const within = (ms: number) => ({ abortSignal: AbortSignal.any([AbortSignal.timeout(ms), closed.signal]) });
  const soon = () => within(patience.whole);
  return {
    async put(key: string, bytes: Buffer): Promise<void> {
      const command = new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length });
      await client.send(command, { ...within(patience.wholeFile), requestTimeout: patience.answerToFile });
    },
    async read(key: string): Promise<Buffer> {
      const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(key)), within(patience.wholeFile));
      const bytes = Body === undefined ? Buffer.alloc(0) : Buffer.from(await Body.transformToByteArray());
      if (bytes.length !== ContentLength) throw new Error('The response of the store was incomplete');
      return bytes;
    },
    /** Limits the time only until the file begins to arrive; after that, its reader sets the pace. */
    async stream(key: string): Promise<FileStream> {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), patience.whole);
      try {
        const abortSignal = AbortSignal.any([late.signal, closed.signal]);
        const { Body, ContentLength } = await readers.send(new GetObjectCommand(at(key)), { abortSignal });
        if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('The store sent no file');
        return { content: Body, size: ContentLength };
      } finally {
        clearTimeout(timer);
      }
    },
    async size(key: string): Promise<number> {
      const { ContentLength } = await client.send(new HeadObjectCommand(at(key)), soon());
      if (ContentLength === undefined) throw new Error('The store returned no size');
      return ContentLength;
    },
    /** Takes as many exchanges as it needs: a store may return fewer files than asked for although there are more. */
    async list(prefix: string, after: string, limit: number): Promise<StoredFile[]> {
      const files: StoredFile[] = [];
      const start = after === '' ? {} : { StartAfter: root + after };
      for (let token: string | undefined; ; ) {
        const MaxKeys = Math.min(PAGE, limit - files.length);
        const page = { Bucket, Prefix: root + prefix, MaxKeys, ...start, ContinuationToken: token };
        const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(page), soon());
        for (const { Key, LastModified } of Contents) {
          if (Key === undefined || LastModified === undefined) continue;
          files.push({ key: Key.slice(root.length), ageSeconds: (now() - LastModified.getTime()) / 1000 });
        }
        token = NextContinuationToken;
        if (token === undefined || files.length >= limit) return files;
      }
    },
    async remove(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand(at(key)), soon());
    },
    close() {
      closed.abort(new Error('The storage was closed'));
      client.destroy();
      readers.destroy();
    },
  };
}

const failing = (work: string) => (error: unknown) => {
  throw toFailure(work, error);
};
const unlessMissing = (error: unknown) => {
  if (isMissing(error)) return null;
  throw toFailure('read a file', error);
};

/** Creates a storage in a bucket of an S3-compatible store, which shows files complete or not at all. */
export function createS3Storage(location: S3Location, patience = PATIENCE): OpenStorage {
  const bucket = openBucket(location, patience);
  return {
    put: (key, bytes) => bucket.put(key, bytes).catch(failing('store a file')),
    get: (key) => bucket.read(key).catch(failing('read a file')),
    find: (key) => bucket.read(key).catch(unlessMissing),
    stream: (key) => bucket.stream(key).catch(unlessMissing),
    size: (key) => bucket.size(key).catch(unlessMissing),
    remove: (key) => bucket.remove(key).catch(failing('remove a file')),
    async removeFolder(folder) {
      const prefix = `${checkFolder(folder)}/`;
      for (;;) {
        const files = await bucket.list(prefix, '', PAGE).catch(failing('list files'));
        const left = files.map(({ key }) => key);
        const worker = async (): Promise<void> => {
          for (let key = left.pop(); key !== undefined; key = left.pop()) await bucket.remove(key);
        };
        await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, worker)).catch(failing('remove a file'));
        if (files.length < PAGE) return;
      }
    },
    list: (after, limit) => bucket.list('', after, limit).catch(failing('list files')),
    close: bucket.close,
  };
}
