import { z } from 'zod';
import { trimText } from './trim-text.ts';

export const Id = z.string().length(26).describe('A ULID');
/** What people read. A text that shows nothing counts as empty. */
export const Text = z.string().overwrite(trimText);
export const Timestamp = z.string().describe('ISO 8601 with offset');
/** A share of the screenshot's width or height, 0 at the left or top, 1 at the right or bottom. */
export const Fraction = z.number().min(0).max(1);

export const ReviewId = z.object({ id: Id.describe('The review') });
