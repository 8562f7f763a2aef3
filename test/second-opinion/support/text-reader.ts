import type { TextReader } from '../../../server/domain/port-types.ts';

/** Reads nothing. */
export const openTextReader = (): TextReader & { close(): Promise<void> } => ({
  read: async () => [],
  close: async () => undefined,
});
