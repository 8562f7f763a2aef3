import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../server/domain/failure.ts';
import type { Ports } from '../../../server/domain/ports.ts';
import { collect, judge } from '../../../server/domain/upload/judge.ts';

class Refused extends Error {}
const settings = { maxPdfBytes: 5_000_000, maxImageBytes: 3_000_000, maxHtmlBytes: 500_000 };
const portsWith = (found: { image?: object | Error; pdf?: object | Error }): Ports => {
  const answer = async (given: object | Error = new Refused('It is no image.')) => {
    if (given instanceof Error) throw given;
    return given;
  };
  const isRefusal = (error: unknown): error is Refused => error instanceof Refused;
  return {
    settings,
    images: { read: () => answer(found.image), isRefusal },
    pdf: { inspect: () => answer(found.pdf), isRefusal },
  } as unknown as Ports;
};
const ports = portsWith({});

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const gif = Buffer.from('GIF89a', 'latin1');
const pdf = Buffer.from('%PDF-1.7');
const html = Buffer.from('<p>Hello</p>');
const padded = (start: Buffer, size: number): Buffer => Buffer.concat([start, Buffer.alloc(size - start.length, ' ')]);

/** Sends a file in parts of 1,000 bytes. Counts those that were taken. */
function inParts(bytes: Buffer) {
  const sent = { parts: 0, chunks: parts() };
  async function* parts() {
    for (let at = 0; at < bytes.length; at += 1000) {
      sent.parts += 1;
      yield bytes.subarray(at, at + 1000);
    }
  }
  return sent;
}

const refusal = async (work: Promise<unknown>): Promise<[string, string]> => {
  const error = await work.then(() => null).catch((each: unknown) => each);
  if (!(error instanceof DomainError)) throw error ?? new Error('It was accepted.');
  return [error.code, error.message];
};
const tooLarge = (limit: string, name: string): [string, string] => [
  'too_large',
  `The file is larger than ${limit}, the most that ${name} may have.`,
];

describe('a file that arrives', () => {
  test.each([
    ['a PNG', padded(png, 3_000_000)],
    ['a PDF', padded(pdf, 5_000_000)],
    ['HTML', padded(html, 500_000)],
    ['a short text', html],
    ['nothing', Buffer.alloc(0)],
  ])('is collected up to the limit of its kind: %s', async (_, bytes) => {
    const collected = await collect(ports, inParts(bytes).chunks, bytes.length);
    expect(collected.equals(bytes)).toBe(true);
    expect((await collect(ports, inParts(bytes).chunks, null)).length).toBe(bytes.length);
  });

  test.each([
    [png, 3_000_000, '3 MB', 'an image'],
    [gif, 3_000_000, '3 MB', 'an image'],
    [pdf, 5_000_000, '5 MB', 'a PDF'],
    [html, 500_000, '500 KB', 'HTML'],
  ])('is refused at the limit of its kind: %s', async (start, most, limit, name) => {
    const sent = inParts(padded(start, most + 5000));
    expect(await refusal(collect(ports, sent.chunks, null))).toEqual(tooLarge(limit, name));
    expect(sent.parts).toBe(most / 1000 + 1);
  });

  test('is refused as soon as its kind shows that the declared size is too large', async () => {
    const large = inParts(padded(html, 600_000));
    expect(await refusal(collect(ports, large.chunks, 600_000))).toEqual(tooLarge('500 KB', 'HTML'));
    expect(large.parts).toBe(2);
    const never = inParts(padded(pdf, 10));
    expect(await refusal(collect(ports, never.chunks, 5_000_001))).toEqual(tooLarge('5 MB', 'any file'));
    expect(never.parts).toBe(0);
  });

  test('that is short is still held to the limit of its kind', async () => {
    const small = { ...ports, settings: { ...settings, maxHtmlBytes: 900 } } as Ports;
    expect(await refusal(collect(small, inParts(padded(html, 1000)).chunks, null))).toEqual(tooLarge('1 KB', 'HTML'));
  });
});

describe('a file that has arrived', () => {
  test('is an image, a PDF or HTML', async () => {
    const size = { width: 30, height: 20 };
    expect(await judge(portsWith({ image: { ...size, kind: 'png' } }), png)).toEqual({ kind: 'image', ...size });
    expect(await judge(portsWith({ pdf: { pages: 3 } }), pdf)).toEqual({ kind: 'pdf', pages: 3 });
    expect(await judge(ports, html)).toEqual({ kind: 'html' });
  });

  test.each([
    [ports, Buffer.alloc(0), 'The file is empty.'],
    [ports, png, 'It is no image.'],
    [ports, Buffer.from('Hello'), 'It is no image. PDFs and HTML are taken as well.'],
    [ports, Buffer.from('<p>\xe9</p>', 'latin1'), 'This HTML is not in UTF-8. Save it as UTF-8 and send it again.'],
    [portsWith({ pdf: new Refused('It has a password.') }), pdf, 'It has a password.'],
  ])('is refused with the reason: %#', async (given, bytes, reason) => {
    expect(await refusal(judge(given, bytes))).toEqual(['invalid_request', reason]);
  });

  test('is not blamed for a fault of ours', async () => {
    const fault = new Error('The worker has ended.');
    await expect(judge(portsWith({ image: fault }), png)).rejects.toBe(fault);
    await expect(judge(portsWith({ pdf: fault }), pdf)).rejects.toBe(fault);
  });
});
