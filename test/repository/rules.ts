import type { Import } from './source-imports.ts';

/** The parts of the package, as design and file system agree on them. */
export type Part =
  | 'contract'
  | 'domain'
  | 'faces'
  | 'adapters'
  | 'capture'
  | 'db'
  | 'web'
  | 'setup'
  | 'cli'
  | 'composition'
  | 'app'
  | 'action'
  | 'test'
  | 'top';

const inServer = ['contract', 'domain', 'faces', 'adapters', 'capture', 'db', 'web', 'setup', 'cli'] as const;

export function partOf(path: string): Part {
  const [top, second] = path.split('/');
  if (top === 'app' || top === 'action' || top === 'test') return top;
  if (top !== 'server') return 'top';
  return inServer.find((part) => part === second && path.startsWith(`server/${part}/`)) ?? 'composition';
}

type Reach = 'values' | 'types';

/** What each part may take from others; itself always, and everything not named never. */
const mayUse: Record<Part, Partial<Record<Part, Reach>>> = {
  contract: {},
  domain: { contract: 'values' },
  faces: { contract: 'values', domain: 'values' },
  adapters: { contract: 'types', domain: 'types', capture: 'values', db: 'types' },
  capture: { contract: 'types' },
  db: {},
  web: { contract: 'types' },
  setup: { adapters: 'values', domain: 'values', contract: 'values', faces: 'values', cli: 'values', web: 'values' },
  cli: { contract: 'values' },
  composition: {},
  app: { contract: 'values' },
  action: { contract: 'values', capture: 'values' },
  test: {},
  top: {},
};

/** The files that put the parts together. */
const knowEverybody = ['wire', 'start', 'work', 'serve', 'open-data', 'maintain'].map((name) => `server/${name}.ts`);

const packages: Partial<Record<Part, RegExp>> = {
  contract: /^zod$/,
  domain: /^(zod|ulid|node:.+)$/,
};

/** The one place that may talk to Prisma: everybody else's queries are in stores, through `db/client.ts`. */
const prisma = /^(@prisma\/|prisma($|\/))/;

function allowedInside(file: string, target: string, typeOnly: boolean): boolean {
  const [from, to] = [partOf(file), partOf(target)];
  if (from === 'test') return true;
  if (to === 'test') return false;
  if (from === to) return true;
  // The App may run inside the service's process; it stays a client that is started, and nothing else.
  if (file === 'server/start.ts' && target === 'app/index.ts') return true;
  if (target === 'app/setup/index.ts')
    return file === 'server/open-data.ts' || (file === 'server/start.ts' && typeOnly);
  // What can be set is listed from what reads it.
  if (file === 'server/setup/references.ts' && /^(server|app)\/config\.ts$/.test(target)) return true;
  if (knowEverybody.includes(file)) return to !== 'app' && to !== 'action' && to !== 'web';
  if (file === 'server/config.ts') return to === 'adapters' || to === 'contract';
  if (from === 'domain' && target === 'server/db/client.ts') {
    return /^server\/domain\/[^/]+\/store\.ts$/.test(file) || (typeOnly && file === 'server/domain/ports.ts');
  }
  if (from === 'web' && target === 'server/contract/client.ts') return true;
  const reach = mayUse[from][to];
  return reach === 'values' || (reach === 'types' && typeOnly);
}

function allowedPackage(file: string, specifier: string): boolean {
  const part = partOf(file);
  if (prisma.test(specifier)) return part === 'db' || part === 'top' || part === 'test';
  return packages[part]?.test(specifier) ?? true;
}

/** A sentence about an import that breaks the directions, or null. */
export function complaint({ file, specifier, target, typeOnly }: Import): string | null {
  if (specifier === '(computed)' && partOf(file) === 'test') return null;
  if (specifier === '(computed)') return `${file} imports an address put together at run time: write it out`;
  const allowed = target === null ? allowedPackage(file, specifier) : allowedInside(file, target, typeOnly);
  return allowed ? null : `${file} must not import ${typeOnly ? 'types of ' : ''}${target ?? specifier}`;
}
