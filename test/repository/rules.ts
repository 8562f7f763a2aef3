import type { Import } from './source-imports.ts';

/** The parts of the package. */
export type Part =
  | 'contract'
  | 'checklist'
  | 'domain'
  | 'api'
  | 'adapters'
  | 'capture'
  | 'db'
  | 'web'
  | 'scripts'
  | 'cli'
  | 'composition'
  | 'app'
  | 'action'
  | 'test'
  | 'top';

const inServer = [
  'contract',
  'checklist',
  'domain',
  'api',
  'adapters',
  'capture',
  'db',
  'web',
  'scripts',
  'cli',
] as const;

export function partOf(path: string): Part {
  const [top, second] = path.split('/');
  if (top === 'app' || top === 'action' || top === 'test') return top;
  if (top !== 'server') return 'top';
  return inServer.find((part) => part === second && path.startsWith(`server/${part}/`)) ?? 'composition';
}

type Reach = 'values' | 'types';

/** What each part may import from other parts. Anything not listed is forbidden. */
const mayUse: Record<Part, Partial<Record<Part, Reach>>> = {
  contract: {},
  checklist: { contract: 'values' },
  domain: { contract: 'values', checklist: 'values' },
  api: { contract: 'values', domain: 'values' },
  adapters: { contract: 'types', domain: 'types', checklist: 'types', capture: 'values', db: 'types' },
  capture: { contract: 'types' },
  db: {},
  web: { contract: 'types' },
  scripts: {
    adapters: 'values',
    domain: 'values',
    checklist: 'values',
    contract: 'values',
    api: 'values',
    capture: 'values',
    cli: 'values',
    web: 'values',
  },
  cli: { contract: 'values', capture: 'values' },
  composition: {},
  app: { contract: 'values', domain: 'types', db: 'types' },
  action: { contract: 'values', capture: 'values' },
  test: {},
  top: {},
};

/** The files that connect the parts, which may import almost everything. */
const importEverything = [
  'bootstrap',
  'start',
  'launch',
  'run-instances',
  'work',
  'serve',
  'open-data',
  'open-app',
  'load-app',
  'maintain',
].map((name) => `server/${name}.ts`);

const packages: Partial<Record<Part, RegExp>> = {
  contract: /^zod$/,
  domain: /^(zod|ulid|node:.+)$/,
};

/** The only file of the checklist that other parts of the service may import. */
const checklistEntry = 'server/checklist/index.ts';

/** The entities of the domain. Each imports only the ones before it. */
export const entities = [
  'audit',
  'assertion',
  'installation',
  'repository',
  'health',
  'workspace',
  'token',
  'credit',
  'oauth-client',
  'connection',
  'upload',
  'element',
  'cause',
  'shot',
  'mark',
  'reply',
  'work-packet',
  'finding',
  'suggestion',
  'base',
  'noise',
  'review',
  'baseline',
  'printout',
  'image',
  'second-opinion',
  'webhook',
  'reviewer',
  'guest',
  'sample',
  'retention',
];

const entityOf = (path: string): string | undefined => /^server\/domain\/([^/]+)\//.exec(path)?.[1];

/** Returns whether an import inside the domain follows the order of entities. Shared files import no entity. */
function isInOrder(file: string, target: string): boolean {
  const [from, to] = [entityOf(file), entityOf(target)];
  if (to === undefined) return true;
  if (from === undefined) return /^server\/domain\/(jobs|operations\.generated)\.ts$/.test(file);
  return entities.includes(from) && entities.includes(to) && entities.indexOf(to) <= entities.indexOf(from);
}

/** Only `server/db` may import Prisma. Stores query through `db/client.ts`. */
const prisma = /^(@prisma\/|prisma($|\/))/;

/** Code that runs inside pages is a separate bundle: it and the rest of the capture share only types. */
const inPage = /^server\/capture\/in-page\//;

function allowedInside(file: string, target: string, typeOnly: boolean): boolean {
  const [from, to] = [partOf(file), partOf(target)];
  if (from === 'test') return true;
  if (inPage.test(file) !== inPage.test(target)) return typeOnly && inPage.test(file) && to === 'capture';
  if (to === 'test') return false;
  if (file.startsWith('app/render/') && !target.startsWith('app/render/')) return to === 'contract';
  if (from === 'domain' && to === 'domain') return isInOrder(file, target);
  if (from === to) return true;
  // The App runs in the service's process and over its database.
  if (to === 'app' && importEverything.includes(file)) {
    return typeOnly || /^app\/(config|create-app|manifest\/create-app)\.ts$/.test(target);
  }
  if (file === 'app/index.ts' && target === 'server/open-app.ts') return true;
  if (file.startsWith('app/store/') && target === 'server/db/client.ts') return true;
  if (from === 'app' && /^server\/domain\/(describe-fault|assertion\/store)\.ts$/.test(target)) return true;
  // The Action and the App render the same parts of comments.
  if (from === 'action' && target.startsWith('app/render/')) return true;
  // The list of settings is generated from the files that read them.
  if (file === 'server/scripts/references.ts' && /^(server|app)\/config\.ts$/.test(target)) return true;
  if (importEverything.includes(file)) return to !== 'action' && to !== 'web';
  if (file === 'server/config.ts') return to === 'adapters' || to === 'contract' || target === checklistEntry;
  if (from === 'domain' && target === 'server/db/client.ts') {
    return /^server\/domain\/[^/]+\/store\.ts$/.test(file) || (typeOnly && file === 'server/domain/ports.ts');
  }
  // None of these files imports zod.
  if (
    (from === 'web' || from === 'adapters' || from === 'capture') &&
    /^server\/contract\/(alignment|awaits-answer|by-label|cause-groups|cause-limit|client|css-property|dark-email|html|mark-fields|needs-look|percent|reference|strokes|trim-text)\.ts$/.test(
      target,
    )
  )
    return true;
  if (to === 'checklist' && from !== 'scripts' && target !== checklistEntry) return false;
  const reach = mayUse[from][to];
  return reach === 'values' || (reach === 'types' && typeOnly);
}

function allowedPackage(file: string, specifier: string): boolean {
  const part = partOf(file);
  if (prisma.test(specifier)) return part === 'db' || part === 'top' || part === 'test';
  return packages[part]?.test(specifier) ?? true;
}

/** Returns a sentence about an import that breaks the rules, or null. */
export function complaint({ file, specifier, target, typeOnly }: Import): string | null {
  // This script imports the declarations that it finds in a folder.
  const mayCompute = partOf(file) === 'test' || file === 'server/scripts/operations.ts';
  if (specifier === '(computed)' && mayCompute) return null;
  if (specifier === '(computed)') return `${file} imports an address put together at run time: write it out`;
  const allowed = target === null ? allowedPackage(file, specifier) : allowedInside(file, target, typeOnly);
  return allowed ? null : `${file} must not import ${typeOnly ? 'types of ' : ''}${target ?? specifier}`;
}
