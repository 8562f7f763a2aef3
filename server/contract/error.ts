import { z } from 'zod';

/** Every `error` value that the service sends. The map to HTTP statuses is in `api/failure.ts`. */
export const ErrorCode = z.enum([
  'malformed_request',
  'unauthenticated',
  'insufficient_credits',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'invalid_request',
  'invalid_state',
  'no_mark_changed',
  'rate_limited',
  'unexpected',
  'unavailable',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

export const FieldError = z.object({
  path: z.string().describe('Where in the request, for example `images[0].label`'),
  message: z.string(),
});
export type FieldError = z.infer<typeof FieldError>;

/**
 * What the answer to a write has beside its result when the request contained fields that the operation does not take.
 */
export const Warned = z.object({
  warnings: z.array(FieldError).optional().describe('Unknown fields of the request, each with the one that was meant'),
});
export type Warned = z.infer<typeof Warned>;

/** The body of every error. Details beyond `message` depend on the code. */
export const ErrorBody = z.looseObject({
  error: ErrorCode,
  message: z.string().describe('What is wrong and what to do, in a sentence'),
  errors: z.array(FieldError).optional().describe('With `invalid_request`: one entry per field'),
  needed: z.int().optional().describe('With `insufficient_credits`: what the request costs'),
  held: z.int().optional().describe('With `insufficient_credits`: what the workspace has left'),
  retry_after: z.int().optional().describe('With `rate_limited`: seconds to wait'),
  next_pass_id: z.string().optional().describe('With `invalid_state` of a parent that already has a next pass'),
  request_id: z.string().optional().describe('With `unexpected`: what to quote to the operator'),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
