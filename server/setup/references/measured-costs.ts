/** What one deed costs, by `npm run bench -- cost`. The capacity plan is derived from these numbers alone. */
export interface Cost {
  /** Milliseconds of processor: of the service with its browser, and of PostgreSQL. */
  service: number;
  database: number;
  statements: number;
  /** Bytes of rows with their indexes, and of files. */
  rows: number;
  files: number;
}

export const measuredOn = 'two cores of an AMD EPYC with nothing else to do ([benchmarks](benchmarks.md))';

export const measured = {
  picture: { service: 32, database: 1.6, statements: 8, rows: 2_048, files: 372_510 },
  capture: { service: 2_233, database: 21, statements: 21, rows: 2_458, files: 1_104_032 },
  read: { service: 1.6, database: 0.8, statements: 4, rows: 0, files: 0 },
  decision: { service: 12, database: 4.7, statements: 28, rows: 6_758, files: 0 },
} satisfies Record<string, Cost>;
