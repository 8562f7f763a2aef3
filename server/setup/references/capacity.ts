import { type Cost, measured, measuredOn } from './measured-costs.ts';
import { table } from './table.ts';

/** What a month is made of. The page says each in words. */
const CAPTURED = 0.5;
const READS = 20;
const PEAK_SECONDS = (22 * 8 * 3_600) / 2;
const BUSY = 0.6;
const KEPT_MONTHS = 2;
const WRITTEN_FILES = 7;
const SYNCS = 20;
/** Connections that a process with the App opens at most. */
const CONNECTIONS = 42;
/** Of a core of a worker or web process, and of one of PostgreSQL with its memory and its standby, a month. */
const DOLLARS = { core: 30, databaseCore: 180, databaseGb: 0.12, filesGb: 0.023, millionFiles: 5, sentGb: 0.09 };

const sizes: readonly [name: string, reviews: number][] = [
  ['1 thousand', 1e3],
  ['1 million', 1e6],
  ['100 million', 1e8],
];

/** Two digits are as many as these numbers have. */
const rough = (value: number): string =>
  Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 4 });
const milliseconds = (value: number): string => (value < 1000 ? `${rough(value)} ms` : `${rough(value / 1000)} s`);

function size(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.max(1, Math.min(4, Math.floor(Math.log10(bytes) / 3)));
  return bytes === 0 ? '–' : `${rough(bytes / 1000 ** power)} ${['B', 'KB', 'MB', 'GB', 'TB'][power]}`;
}

/** Of one review from its beginning to its delivery. */
const each = (what: keyof Cost): number =>
  (1 - CAPTURED) * measured.picture[what] +
  CAPTURED * measured.capture[what] +
  READS * measured.read[what] +
  measured.decision[what];

/** What a number of reviews a month takes. */
function plan(reviews: number) {
  const second = reviews / PEAK_SECONDS;
  const captures = CAPTURED * measured.capture.service;
  const cores = (ms: number): number => (second * ms) / 1000 / BUSY;
  const [web, worker, database] = [cores(each('service') - captures), cores(captures), cores(each('database'))];
  const small = web + worker + database < 1;
  const webs = small ? 1 : Math.max(2, Math.ceil(web));
  const workers = small ? 0 : Math.ceil(worker / 2);
  const databaseCores = small ? 1 : Math.max(2, Math.ceil(database));
  const files = reviews * KEPT_MONTHS * each('files');
  const rows = reviews * 12 * each('rows');
  const sent = reviews * each('files');
  const dollars =
    DOLLARS.core * (webs + workers * 2) +
    (small ? DOLLARS.core : DOLLARS.databaseCore * databaseCores) +
    DOLLARS.databaseGb * (rows / 1e9) +
    DOLLARS.filesGb * (files / 1e9) +
    (DOLLARS.millionFiles * WRITTEN_FILES * reviews) / 1e6 +
    DOLLARS.sentGb * (sent / 1e9);
  return { second, web, worker, database, webs, workers, databaseCores, files, rows, sent, dollars, small };
}

export function costs(): string {
  const names: Record<keyof typeof measured, string> = {
    picture: 'a review of one picture of 500 KB',
    capture: 'a review of one page, captured on two screens',
    read: 'reading a review',
    decision: 'a decision and its delivery',
  };
  const row = (name: string, cost: Cost): string[] => [
    name,
    milliseconds(cost.service),
    milliseconds(cost.database),
    rough(cost.statements),
    size(cost.rows),
    size(cost.files),
  ];
  const total: Cost = {
    service: each('service'),
    database: each('database'),
    statements: each('statements'),
    rows: each('rows'),
    files: each('files'),
  };
  const rows = Object.entries(measured).map(([key, cost]) => row(names[key as keyof typeof measured], cost));
  const head = ['', 'service and browser', 'PostgreSQL', 'statements', 'rows', 'files'];
  return `Measured on ${measuredOn}:\n\n${table(head, [...rows, row('**the review of the plan**', total)])}`;
}

export function capacity(): string {
  const plans = sizes.map(([, reviews]) => plan(reviews));
  const line = (name: string, show: (each: ReturnType<typeof plan>) => string): string[] => [name, ...plans.map(show)];
  return table(
    ['reviews a month', ...sizes.map(([name]) => name)],
    [
      line('reviews a second, in a busy hour', ({ second }) => rough(second)),
      line('cores for pages, API and deliveries', ({ web }) => rough(web)),
      line('cores for captures', ({ worker }) => rough(worker)),
      line('cores for PostgreSQL', ({ database }) => rough(database)),
      line('web processes', ({ webs, small }) => (small ? 'one process for everything' : rough(webs))),
      line('workers, of two cores', ({ workers, small }) => (small ? '–' : rough(workers))),
      line('PostgreSQL', ({ databaseCores, small }) => (small ? 'embedded' : `${rough(databaseCores)} cores`)),
      line('connections at most', ({ webs, workers }) => rough((webs + workers) * CONNECTIONS)),
      line('statements a second', ({ second }) => rough(second * each('statements'))),
      line('syncs to disk a second, without those that share one', ({ second }) => rough(second * SYNCS)),
      line('rows of a year', ({ rows }) => size(rows)),
      line('memory for the rows of a week, twice', ({ rows }) => size((2 * rows) / 52)),
      line('files of two months', ({ files }) => size(files)),
      line('sent to browsers, a month', ({ sent }) => size(sent)),
      line('dollars a month', ({ dollars }) => rough(dollars)),
    ],
  );
}
