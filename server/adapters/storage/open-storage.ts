import type { Storage } from '../../domain/ports.ts';

export interface OpenStorage extends Storage {
  /** Aborts pending requests and closes the connections. */
  close(): void;
}
