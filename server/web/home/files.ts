import { home } from './strings.ts';

const words = home.left;

export const kinds = ['images', 'page', 'pdf', 'email'] as const;
export type Kind = (typeof kinds)[number];

export const maxImages = 5;

/** Returns what a file is by its type or name, or null for an unsupported one. */
export function kindOf(file: Pick<File, 'name' | 'type'>): Exclude<Kind, 'page'> | null {
  const type = file.type.toLowerCase();
  if (/^image\/(png|jpeg|webp)$/.test(type) || (type === '' && /\.(png|jpe?g|webp)$/i.test(file.name))) {
    return 'images';
  }
  if (type === 'application/pdf' || /\.pdf$/i.test(file.name)) return 'pdf';
  if (type === 'text/html' || /\.html?$/i.test(file.name)) return 'email';
  return null;
}

export interface Sorted {
  kind: Exclude<Kind, 'page'> | null;
  files: File[];
  left: string[];
}

/** Sorts files that were given at once. The first supported one decides the source. */
export function sortFiles(given: readonly File[], already: number): Sorted {
  const first = given.find((file) => file.size > 0 && kindOf(file) !== null);
  const kind = first === undefined ? null : kindOf(first);
  const available = kind === 'images' ? maxImages - already : 1;
  const files: File[] = [];
  const left: string[] = [];
  for (const file of given) {
    const own = kindOf(file);
    if (own === null) left.push(words.kind(file.name));
    else if (file.size === 0) left.push(words.empty(file.name));
    else if (own !== kind) left.push(words.mixed(file.name));
    else if (files.length >= available) left.push(kind === 'images' ? words.many(file.name) : words.mixed(file.name));
    else files.push(file);
  }
  return { kind, files, left };
}

/** Turns `checkout-page@2x.png` into `Checkout page`. */
export function nameOf(file: string): string {
  const bare = file
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/@\d+x$/i, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  const name = bare === '' ? file : bare;
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Returns distinct labels, which match images from pass to pass. */
export function labelsOf(files: readonly Pick<File, 'name'>[]): string[] {
  const used = new Set<string>();
  return files.map(({ name }) => {
    const label = nameOf(name).slice(0, 110).toWellFormed();
    let free = label;
    for (let n = 2; used.has(free); n += 1) free = `${label} (${n})`;
    used.add(free);
    return free;
  });
}

/** Completes a typed address, or returns null when it is not a page's. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || /\s/.test(text)) return null;
  try {
    const { protocol, hostname } = new URL(full);
    const known = protocol === 'https:' || protocol === 'http:';
    return known && (hostname.includes('.') || hostname.includes(':') || hostname === 'localhost') ? full : null;
  } catch {
    return null;
  }
}

/** Reads a file as a data URL. @throws the browser's error when the file is missing */
export function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
