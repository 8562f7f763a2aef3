import type { Input } from '../../contract/client.ts';
import type { SourceFields, SourceKind } from '../../contract/source.ts';
import { invalid } from '../failure.ts';
import { readCaptureUrl } from '../shot/rules.ts';

/** The fields of a request that say where its screenshots come from. */
export type SourceInput = Pick<Input<'create_review'>, keyof typeof SourceFields | 'shards'>;

export type Source =
  | { kind: 'images'; images: NonNullable<SourceInput['images']> }
  | { kind: 'capture'; url: string }
  | { kind: 'pdf'; pdf: string }
  | { kind: 'html'; html: string };

/**
 * Returns the one source of a request. @throws DomainError that names the fields to send, unless there is exactly one
 * source
 */
export function readSource(input: SourceInput): Source {
  const page = readCaptureUrl(input);
  const given: SourceKind[] = [];
  if (input.images !== undefined) given.push('images');
  if (page !== null) given.push('capture');
  if (input.pdf !== undefined) given.push('pdf');
  if (input.html !== undefined) given.push('html');
  if (input.shards !== undefined) {
    if (given.length === 0) return { kind: 'images', images: [] };
    throw invalid(
      'shards',
      `Send \`shards\` in place of ${given.join(' and ')}; each shard adds its screenshots afterwards.`,
    );
  }
  if (given.length > 1) throw invalid('images', `Send one source only; this request has ${given.join(' and ')}.`);
  if (input.images !== undefined) return { kind: 'images', images: input.images };
  if (page !== null) return { kind: 'capture', url: page };
  if (input.pdf !== undefined) return { kind: 'pdf', pdf: input.pdf };
  if (input.html !== undefined) return { kind: 'html', html: input.html };
  if (input.page_url !== undefined)
    throw invalid('capture_url', 'Add `capture_url: true` to have `page_url` captured.');
  throw invalid('images', 'A review needs a source: `images`, `capture_url: true` with `page_url`, `pdf` or `html`.');
}
