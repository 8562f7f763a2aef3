import type { TextReader } from '../../../server/domain/port-types.ts';

/** Reads nothing. */
export const textReader: Pick<TextReader, 'read'> = { read: async () => [] };
