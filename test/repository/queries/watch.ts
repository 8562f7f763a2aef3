import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import pg from 'pg';
import { atFileEnd } from '../../support/file-end.ts';
import { root, sourceFiles } from '../source-imports.ts';

/** Whoever connects by this name is the test's own. */
const UNWATCHED = 'unwatched';

/** The address of a database for statements of the test's own. */
export function unwatched(databaseUrl: string): { databaseUrl: string } {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', UNWATCHED);
  return { databaseUrl: url.toString() };
}

/** A statement, and what it was once run with. */
export interface Ran {
  text: string;
  parameters: readonly unknown[];
}

/** Which of a statement's parameters were equal: run with others, it may be held to other workspaces. */
const likeness = (parameters: readonly unknown[]): string =>
  parameters.map((value) => parameters.findIndex((other) => String(other) === String(value))).join(' ');

function readCall([first, second]: readonly unknown[]): Ran | null {
  const [text, values] =
    typeof first === 'object' && first !== null && 'text' in first
      ? [first.text, 'values' in first ? first.values : second]
      : [first, second];
  return typeof text === 'string' ? { text, parameters: Array.isArray(values) ? values : [] } : null;
}

/** Every statement that this process sends to PostgreSQL from now on, once for each likeness of its parameters. */
export function watchStatements(): ReadonlyMap<string, Ran> {
  const seen = new Map<string, Ran>();
  const { prototype } = pg.Client;
  const query: unknown = prototype.query;
  if (typeof query !== 'function') throw new Error('The driver has no query.');
  Object.defineProperty(prototype, 'query', {
    configurable: true,
    writable: true,
    value: function watched(this: pg.Client, ...call: unknown[]): unknown {
      const ran = readCall(call);
      const { application_name: name } = Object(Reflect.get(this, 'connectionParameters'));
      if (ran !== null && name !== UNWATCHED) seen.set(`${ran.text}\n${likeness(ran.parameters)}`, ran);
      return Reflect.apply(query, this, call);
    },
  });
  atFileEnd(() => Object.defineProperty(prototype, 'query', { configurable: true, writable: true, value: query }));
  return seen;
}

/** Every function that a store of the domain gives, as `noun/store.ts name`. */
export async function storeFunctions(): Promise<string[]> {
  const files = sourceFiles(['server/domain']).filter((file) => file.endsWith('/store.ts'));
  const all = await Promise.all(
    files.map(async (file) => {
      const module: Record<string, unknown> = await import(join(root, file));
      const names = Object.keys(module).filter((name) => typeof module[name] === 'function');
      return names.map((name) => `${file.replace('server/domain/', '')} ${name}`);
    }),
  );
  return all.flat().sort();
}

/** Counts calls from now on. @returns what tells which functions of the stores were called, as `storeFunctions` does */
export async function watchStores(): Promise<() => Promise<Set<string>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  atFileEnd(() => session.disconnect());
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const called = result.flatMap(({ url, functions }) => {
      const [, file] = /\/server\/domain\/([\w-]+\/store\.ts)/.exec(url) ?? [];
      if (file === undefined) return [];
      const run = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0));
      return run.map(({ functionName }) => `${file} ${functionName}`);
    });
    return new Set(called);
  };
}
