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

export const measuredOn = 'two cores of an AMD EPYC that did other work beside, so that the truth is lower';

export const measured = {
  picture: { service: 87, database: 8, statements: 11, rows: 2_048, files: 372_510 },
  capture: { service: 4_880, database: 224, statements: 529, rows: 6_554, files: 1_000_077 },
  read: { service: 3.6, database: 2, statements: 4, rows: 0, files: 0 },
  decision: { service: 38, database: 17, statements: 31, rows: 7_168, files: 0 },
} satisfies Record<string, Cost>;
