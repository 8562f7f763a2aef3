import { home } from '../strings/home.ts';
import type { Kind } from './draft.ts';

const words = home.left;
export const mostPictures = 5;

/** What a file is by its type, else by its name; null for what no review takes. */
export function kindOf(file: Pick<File, 'name' | 'type'>): Exclude<Kind, 'page'> | null {
  const type = file.type.toLowerCase();
  if (/^image\/(png|jpeg|webp)$/.test(type) || (type === '' && /\.(png|jpe?g|webp)$/i.test(file.name))) {
    return 'pictures';
  }
  if (type === 'application/pdf' || /\.pdf$/i.test(file.name)) return 'pdf';
  if (type === 'text/html' || /\.html?$/i.test(file.name)) return 'email';
  return null;
}

export interface Sorted {
  kind: Exclude<Kind, 'page'> | null;
  files: File[];
  /** What is left out, a sentence each. */
  left: string[];
}

/** What to take of files that were given at once: the first that fits says which source they are. */
export function sortFiles(given: readonly File[], already: number): Sorted {
  const first = given.find((file) => file.size > 0 && kindOf(file) !== null);
  const kind = first === undefined ? null : kindOf(first);
  const room = kind === 'pictures' ? mostPictures - already : 1;
  const files: File[] = [];
  const left: string[] = [];
  for (const file of given) {
    const own = kindOf(file);
    if (own === null) left.push(words.kind(file.name));
    else if (file.size === 0) left.push(words.empty(file.name));
    else if (own !== kind) left.push(words.mixed(file.name));
    else if (files.length >= room) left.push(kind === 'pictures' ? words.many(file.name) : words.mixed(file.name));
    else files.push(file);
  }
  return { kind, files, left };
}

/** `checkout-page@2x.png` as a person would write it: `Checkout page`. */
export function nameOf(file: string): string {
  const bare = file
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/@\d+x$/i, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  const name = bare === '' ? file : bare;
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Names that differ, so that each picture finds its own on the next pass. */
export function labelsOf(files: readonly Pick<File, 'name'>[]): string[] {
  const used = new Set<string>();
  return files.map(({ name }) => {
    const label = nameOf(name).slice(0, 110);
    let free = label;
    for (let n = 2; used.has(free); n += 1) free = `${label} (${n})`;
    used.add(free);
    return free;
  });
}

/** An address as a person types it, completed; null when it is none of a page. */
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

/** The file as a data URL. @throws what the browser says when it is no longer there */
export function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
