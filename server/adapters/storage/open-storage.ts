import type { Storage } from '../../domain/ports.ts';

export interface OpenStorage extends Storage {
  /** Returns the size in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** Aborts pending requests and closes the connections. */
  close(): void;
}
