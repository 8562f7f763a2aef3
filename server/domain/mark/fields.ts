import type { MarkFields } from '../../contract/mark-fields.ts';
import type { ChainKey, PlacedMark } from './store.ts';

/** The columns of a mark on which nobody has worked. */
export const untouched = {
  status: 'open' as const,
  formerStatus: null,
  settledByDecision: null,
  note: null,
  afterImage: null,
  afterImageCapability: null,
  afterImageProblem: null,
  reopenReason: null,
};

/** Returns the folder of the images of a chain's marks, which do not belong to any of its passes. */
export const imageFolder = ({ workspaceId, chainId }: ChainKey): string => `${workspaceId}/after-${chainId}`;

export const referenceImageUrl = (baseUrl: string, capability: string): string =>
  `${baseUrl}/p/${capability}/reference-image`;
/** Returns the capability in such an address; null for another text. */
export const referenceImageOf = (url: string): string | null =>
  /\/p\/([0-9A-Za-z]{27})\/reference-image$/.exec(url)?.[1] ?? null;

export type FieldColumns = Pick<PlacedMark, 'body' | 'mustFix' | 'strokes' | 'referenceImage'>;

/** Converts what a reviewer writes on a mark from the wire format to the columns of its row. */
export const toColumns = ({ body, must_fix, strokes, reference_image_url: url }: MarkFields): FieldColumns => ({
  body,
  mustFix: must_fix,
  strokes,
  referenceImage: url === null ? null : referenceImageOf(url),
});
export const toFields = (baseUrl: string, { body, mustFix, strokes, referenceImage }: FieldColumns): MarkFields => ({
  body,
  must_fix: mustFix,
  strokes,
  reference_image_url: referenceImage === null ? null : referenceImageUrl(baseUrl, referenceImage),
});
