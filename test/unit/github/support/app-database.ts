import type { AppContext } from '../../../../app/context.ts';
import type { PullRequest } from '../../../../app/store/pull-requests.ts';
import type { Registration } from '../../../../app/store/registrations.ts';

type Row = Record<string, unknown>;
type Query = { where?: Row; orderBy?: Row; distinct?: string | string[]; data?: Row };

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/** Returns whether a value satisfies a condition of a query, among the few kinds that the App uses. */
function satisfies(value: unknown, condition: unknown): boolean {
  if (!isObject(condition)) return value === condition;
  return Object.entries(condition).every(([kind, of]) => {
    if (kind === 'in') return Array.isArray(of) && of.includes(value);
    if (kind === 'notIn') return Array.isArray(of) && !of.includes(value);
    if (kind === 'not') return value !== of;
    if (kind === 'lt') return String(value) < String(of);
    throw new Error(`The condition ${kind} is not known here.`);
  });
}

function matches(row: Row, where: Row = {}): boolean {
  return Object.entries(where).every(([name, condition]) => {
    if (name === 'OR') return Array.isArray(condition) && condition.some((each) => matches(row, each));
    // The name of a key of several columns, with their values.
    if (name.includes('_') && isObject(condition)) return matches(row, condition);
    return satisfies(row[name], condition);
  });
}

function table(rows: Row[], written: [string, object][], name: string) {
  const find = ({ where, orderBy = {}, distinct = [] }: Query): Row[] => {
    const [column] = Object.keys(orderBy);
    const found = rows.filter((row) => matches(row, where));
    if (column !== undefined) found.sort((a, b) => (String(a[column]) < String(b[column]) ? -1 : 1));
    if (column !== undefined && orderBy[column] === 'desc') found.reverse();
    const columns = [distinct].flat();
    const keys = new Set<string>();
    return found.filter((row) => {
      const key = JSON.stringify(columns.map((each) => row[each]));
      if (columns.length > 0 && keys.has(key)) return false;
      keys.add(key);
      return true;
    });
  };
  return {
    findMany: async (query: Query) => find(query),
    findFirst: async (query: Query) => find(query)[0] ?? null,
    findUnique: async (query: Query) => find(query)[0] ?? null,
    count: async (query: Query) => find(query).length,
    async createMany({ data = [] }: { data?: Row[] }) {
      const isNew = !data.some((row) => find({ where: { reviewId: row.reviewId, decision: row.decision } }).length > 0);
      if (isNew) written.push([`${name}.create`, data]);
      return { count: isNew ? 1 : 0 };
    },
    updateMany: async (query: Query) => void written.push([`${name}.update`, query]),
    async updateManyAndReturn(query: Query) {
      written.push([`${name}.update`, query]);
      return find(query);
    },
    deleteMany: async (query: Query) => void written.push([`${name}.delete`, query]),
  };
}

/** The rows of the App's tables that a test is about. */
export interface Rows {
  registrations?: Registration[];
  pulls?: PullRequest[];
  access?: Row[];
  pushers?: Row[];
  handOffs?: Row[];
  checks?: Row[];
}

/** Returns a stand-in for the App's database with these rows, and what is written to it. It keeps its rows. */
export function fakeDatabase(rows: Rows) {
  const written: [string, object][] = [];
  const make = (of: object[] | undefined, name: string) =>
    table(
      (of ?? []).map((row) => ({ ...row })),
      written,
      name,
    );
  const db = {
    githubRegistration: make(rows.registrations, 'registration'),
    githubPullRequest: make(rows.pulls, 'pull'),
    githubReviewerAccess: make(rows.access, 'access'),
    githubPusher: make(rows.pushers, 'pusher'),
    githubHandOff: make(rows.handOffs, 'handOff'),
    githubCheckRun: make(rows.checks, 'check'),
  } as unknown as AppContext['db'];
  return { db, written };
}
