import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { parseSync } from 'vite';

export const root = resolve(import.meta.dirname, '../..');

/** One import of a file: `import`, `export … from`, `import()` or the type `import('…')`. */
export interface Import {
  /** Relative to the root of the package, for example `server/domain/ids.ts`. */
  file: string;
  /** As written in the source. */
  specifier: string;
  /** Relative to the root of the package; null for a package of npm or Node. */
  target: string | null;
  /** Whether the import disappears when types are removed. */
  typeOnly: boolean;
  /** Whether it is loaded only when the code reaches it: `import()`. */
  later?: boolean;
}

const skipped = /(^|\/)(node_modules|generated|dist)(\/|$)/;

/** Returns every .ts and .tsx file below the folders, relative to the root of the package. */
export function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
      .filter((file) => !skipped.test(file)),
  );
}

interface Node {
  type: string;
  importKind?: string;
  exportKind?: string;
  specifiers?: Node[];
  source?: Node | null;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Returns the text of a literal. An address computed at run time becomes `(computed)`, which no rule allows. */
function textOf(source: Node): string {
  if (typeof source.value === 'string') return source.value;
  const [only, ...more] = source.quasis ?? [];
  return only !== undefined && more.length === 0 ? only.value.cooked : '(computed)';
}

function visit(value: unknown, found: (source: Node, typeOnly: boolean, later: boolean) => void): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value) && value.source != null) {
    const kind = value.type === 'ImportDeclaration' ? value.importKind : value.exportKind;
    const names = value.specifiers ?? [];
    const namesAreTypes = names.length > 0 && names.every((name) => (name.importKind ?? name.exportKind) === 'type');
    const typeOnly = kind === 'type' || namesAreTypes || value.type === 'TSImportType';
    found(value.source, typeOnly, value.type === 'ImportExpression');
  }
  for (const child of Object.values(value)) visit(child, found);
}

export function importsOf(file: string): Import[] {
  const imports: Import[] = [];
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  visit(program, (source, typeOnly, later) => {
    const specifier = textOf(source);
    const target = specifier.startsWith('.') ? posix.normalize(posix.join(dirname(file), specifier)) : null;
    imports.push({ file, specifier, target, typeOnly, later });
  });
  return imports;
}
