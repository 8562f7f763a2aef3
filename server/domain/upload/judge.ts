import { DomainError, invalid } from '../failure.ts';
import type { Ports } from '../ports.ts';
import { guessKind, kinds, readHtml, TELLING_BYTES, type UploadKind } from './rules.ts';

/** What a file is, as found by reading it. */
export interface Judged {
  kind: UploadKind;
  /** Only for an image */
  width?: number;
  height?: number;
  /** Only for a PDF */
  pages?: number;
}

interface Bound {
  /** null while the kind is unknown */
  kind: UploadKind | null;
  /** The limit of its size in bytes */
  most: number;
}

function tooLarge({ kind, most }: Bound): DomainError {
  const limit = most < 1_000_000 ? `${Math.round(most / 1000)} KB` : `${Math.round(most / 1_000_000)} MB`;
  const name = kind === null ? 'any file' : kinds[kind].name;
  return new DomainError('too_large', `The file is larger than ${limit}, the most that ${name} may have.`);
}

/** Returns how large a file with this beginning may be; an unknown kind gets the largest limit. */
function limitOf(ports: Ports, start: Buffer, isAll: boolean): Bound {
  const { maxPdfBytes, maxImageBytes, maxHtmlBytes } = ports.settings;
  const largest = Math.max(maxPdfBytes, maxImageBytes, maxHtmlBytes);
  if (start.length < TELLING_BYTES && !isAll) return { kind: null, most: largest };
  const kind = guessKind(start);
  if (kind === 'image') return { kind, most: maxImageBytes };
  if (kind === 'pdf') return { kind, most: maxPdfBytes };
  // Another kind of image is read far enough to name it in the error.
  return 'html' in readHtml(start) ? { kind: 'html', most: maxHtmlBytes } : { kind: 'image', most: maxImageBytes };
}

/**
 * Reads a file while it arrives, at most up to the limit of its size. `length` is the size that the sender declares, or
 * null.
 * @throws DomainError `too_large` as soon as that is known
 */
export async function collect(ports: Ports, chunks: AsyncIterable<Buffer>, length: number | null): Promise<Buffer> {
  let known = limitOf(ports, Buffer.alloc(0), false);
  if (length !== null && length > known.most) throw tooLarge(known);
  const parts: Buffer[] = [];
  let size = 0;
  let isReported = false;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (!isReported && size >= TELLING_BYTES) {
      known = limitOf(ports, Buffer.concat(parts), false);
      isReported = true;
    }
    if (size > known.most || (isReported && (length ?? 0) > known.most)) throw tooLarge(known);
  }
  const bytes = Buffer.concat(parts);
  const bound = limitOf(ports, bytes, true);
  if (bytes.length > bound.most) throw tooLarge(bound);
  return bytes;
}

const refused = (message: string): DomainError => invalid('file', message);

async function orRefused<T>(work: Promise<T>, isRefusal: (error: unknown) => error is Error): Promise<T> {
  return work.catch((error: unknown) => {
    throw isRefusal(error) ? refused(error.message) : error;
  });
}

/** Checks a file in the same way as the sources do. @throws DomainError that explains why no source accepts it */
export async function judge(ports: Ports, bytes: Buffer): Promise<Judged> {
  if (bytes.length === 0) throw refused('The file is empty.');
  const guess = guessKind(bytes);
  if (guess === 'pdf') {
    const { pages } = await orRefused(ports.pdf.inspect(bytes), ports.pdf.isRefusal);
    return { kind: 'pdf', pages };
  }
  if (guess === 'text') {
    const text = readHtml(bytes);
    if ('html' in text) return { kind: 'html' };
    if (text.notUtf8) throw refused('This HTML is not in UTF-8. Save it as UTF-8 and send it again.');
  }
  const image = ports.images.read(bytes).catch((error: unknown) => {
    if (!ports.images.isRefusal(error)) throw error;
    throw refused(guess === 'text' ? `${error.message} PDFs and HTML are taken as well.` : error.message);
  });
  const { width, height } = await image;
  return { kind: 'image', width, height };
}
