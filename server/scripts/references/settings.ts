import { z } from 'zod';
import { settingWords } from './setting-words.ts';
import { code, table } from './table.ts';

interface Read {
  default?: string | number;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

const isRead = (schema: unknown): schema is Read => typeof schema === 'object' && schema !== null;

/** Returns the schema of each variable, by its name. */
export function variablesOf(environment: z.ZodObject): Map<string, Read> {
  const { properties = {} } = z.toJSONSchema(environment, { io: 'input', unrepresentable: 'any' });
  return new Map(Object.entries(properties).map(([name, schema]) => [name, isRead(schema) ? schema : {}]));
}

/** Returns a number with separators between thousands, except for a port. */
const shownNumber = (name: string, value: number): string =>
  /(^|_)PORT$/.test(name) ? String(value) : value.toLocaleString('en');

function defaultOf(name: string, { default: value }: Read = {}): string {
  if (value === undefined || value === '') return 'none';
  return typeof value === 'number' ? shownNumber(name, value) : code(value);
}

/** Describes the values of variables: one of several, or a number within bounds that matter. */
function boundsOf(names: readonly string[], variables: ReadonlyMap<string, Read>): string {
  const said = names.flatMap((name) => {
    const { enum: values, minimum, maximum } = variables.get(name) ?? {};
    if (values !== undefined) return [values.map(code).join(', ')];
    if (maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER) return [];
    return [`${shownNumber(name, minimum ?? 0)} to ${shownNumber(name, maximum)}`];
  });
  return [...new Set(said)].join('; ');
}

/**
 * Lists every setting by its purpose.
 * @throws when a variable is read but not explained, or explained but not read
 */
export function settings(environments: readonly z.ZodObject[]): string {
  // Where both read a variable, the service's own bounds count.
  const variables = new Map(environments.toReversed().flatMap((each) => [...variablesOf(each)]));
  const explained = new Set(settingWords.flatMap((group) => group.settings.flatMap(({ names }) => names)));
  const missing = [...variables.keys()].filter((name) => !explained.has(name));
  const unread = [...explained].filter((name) => !variables.has(name));
  if (missing.length > 0) throw new Error(`Not explained in setting-words.ts: ${missing.join(', ')}`);
  if (unread.length > 0) throw new Error(`Explained in setting-words.ts, but read by nobody: ${unread.join(', ')}`);
  return settingWords
    .map(({ title, settings: rows }) => {
      const lines = rows.map(({ names, fallback, meaning }) => {
        const bounds = boundsOf(names, variables);
        return [
          names.map(code).join(', '),
          fallback ?? names.map((name) => defaultOf(name, variables.get(name))).join(', '),
          bounds === '' ? meaning : `${meaning}. ${bounds}`,
        ];
      });
      return `## ${title}\n\n${table(['variable', 'default', 'meaning'], lines)}`;
    })
    .join('\n\n');
}
