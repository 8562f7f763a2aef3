import type { Storage } from '../../domain/ports.ts';

export interface OpenStorage extends Storage {
  /** In bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  /** Ends what is under way and closes the connections. */
  close(): void;
}
