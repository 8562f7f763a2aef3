/** Folders at which the part of a path begins that people know. */
const inProject =
  /^(?:src|source|app|apps|lib|libs|packages|components|pages|styles|css|scss|sass|less|stories|public|assets|client|frontend|web|views|templates|layouts|routes|features|modules|resources|static|theme|themes|node_modules)$/;

/** Where checkouts are on the machines of developers and of build services. */
const machine =
  /^(?:\/?[A-Za-z]:)?\/(?:(?:home\/runner\/work|builds|__w)\/[^/]+\/[^/]+|github\/workspace|(?:home|Users)\/[^/]+|root|workspaces?\/[^/]+|var\/www(?:\/html)?|usr\/src\/app|opt\/[^/]+|vercel\/path0|(?:private\/)?(?:var\/)?tmp|app)(?=\/)/i;

const secret =
  /(?:token|secret|passw|api-?key|session|credential|signature)[^/]*=|[?&;=]|\b(?:gh[pousr]_|sk-|eyJ)[\w-]{12,}|@.*:/i;
const maxLength = 200;
/** What names of source files consist of */
const letters = /^[\p{L}\p{N}_@.+()[\]$~&,'/ -]+$/u;

/** Removes `.` and `..`; what leads out of the project begins at its first real folder. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** Returns the part of an absolute path that lies in the project, as far as its folders tell. */
function fromRoot(path: string): string {
  const rest = normal(path.replace(machine, ''));
  const parts = rest.split('/');
  const at = parts.slice(0, -1).findIndex((part) => inProject.test(part));
  if (at !== -1) return parts.slice(at).join('/');
  return parts.at(-1) ?? '';
}

/**
 * Returns the name of a source file relative to its project, without the machine it was built on; null for what names
 * no file. `roots` are folders that are known to be the project's.
 */
export function cleanPath(given: string, roots: readonly string[] = []): string | null {
  let path = given.slice(0, 2_000).replaceAll('\\', '/').trim();
  if (path === '' || /[<>"|\p{Cc}]/u.test(path) || /^(?:data|blob|javascript):/i.test(path)) return null;
  path = path.replace(/[?#].*$/s, '');
  try {
    path = decodeURIComponent(path);
  } catch {
    return null;
  }
  // `webpack://name/./src/a.ts`: with two slashes, the name of the package comes first.
  const bundled = /^(?:webpack(?:-internal)?|turbopack|rspack|vite|ng|metro|parcel):\/\/(?:\/+|(?=\.)|[^/]*\/)/i.exec(
    path,
  );
  let isAbsolute = false;
  if (bundled !== null) {
    path = path
      .slice(bundled[0].length)
      .replace(/^\((?:[\w-]+)\)\//, '')
      .replace(/^\[project\]\//, '');
    isAbsolute = machine.test(`/${path}`) && /^(?:home|Users|[A-Za-z]:)/i.test(path);
  } else if (/^file:/i.test(path)) {
    path = path.replace(/^file:\/*/i, '/');
    isAbsolute = true;
  } else if (/^https?:/i.test(path)) {
    path = path.replace(/^https?:\/\/[^/]*/i, '');
    const onDisk = /^\/@fs(?=\/)/.exec(path);
    isAbsolute = onDisk !== null;
    path = isAbsolute ? path.slice(4) : path.replace(/^\/(?:@id\/)?/, '');
  } else isAbsolute = path.startsWith('/') || /^[A-Za-z]:\//.test(path);
  const modules = path.lastIndexOf('node_modules/');
  if (modules !== -1) path = path.slice(modules);
  else if (isAbsolute) {
    const root = roots.find((each) => path.startsWith(each));
    path = root === undefined ? fromRoot(path) : path.slice(root.length);
  }
  path = normal(path);
  if (path === '' || path.length > maxLength || !letters.test(path) || secret.test(path) || !/[^/.]/.test(path))
    return null;
  return path;
}

/**
 * Returns the folders of projects: what is left of the absolute paths of files when the addresses at which a server has
 * the same files are taken away.
 */
export function rootsOf(files: readonly string[], served: readonly string[]): string[] {
  const roots = new Set<string>();
  const absolute = [...new Set(files)].map((file) => file.replaceAll('\\', '/').replace(/[?#].*$/s, ''));
  const tails = new Set(served.filter((path) => path.lastIndexOf('/') > 0));
  for (const path of absolute.slice(0, 300)) {
    for (let at = path.indexOf('/', 1); at !== -1; at = path.indexOf('/', at + 1)) {
      if (tails.has(path.slice(at))) roots.add(path.slice(0, at + 1));
    }
  }
  return [...roots];
}
