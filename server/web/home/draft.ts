import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createMemory } from '../review/memory.ts';
import { home } from '../strings/home.ts';
import { addressOf, nameOf, sortFiles } from './files.ts';

const words = home.source;
const longest = 160;

export const kinds = ['pictures', 'page', 'pdf', 'email'] as const;
export type Kind = (typeof kinds)[number];

/** What a newcomer has chosen and typed. Nothing of it leaves the device; the typed outlives a reload of the tab. */
export interface Draft {
  kind: Signal<Kind>;
  pictures: Signal<readonly File[]>;
  address: Signal<string>;
  pdf: Signal<File | null>;
  html: Signal<string>;
  /** The file the HTML came from. */
  htmlFile: Signal<string | null>;
  /** null as long as the person leaves it to us. */
  title: Signal<string | null>;
  suggested: ReadonlySignal<string>;
  /** What was left out of the files just given, a sentence each. */
  left: Signal<readonly string[]>;
  add(files: readonly File[]): Promise<void>;
  /** Pictures of the clipboard all have the same name. */
  paste(files: readonly File[]): Promise<void>;
  remove(picture: File): void;
  clear(): void;
}

function titleOf(kind: Kind, draft: Pick<Draft, 'pictures' | 'address' | 'pdf' | 'html' | 'htmlFile'>): string {
  if (kind === 'pictures') {
    const [first, ...others] = draft.pictures.value;
    return first === undefined ? '' : home.titleOf(nameOf(first.name), others.length);
  }
  if (kind === 'page') {
    const address = addressOf(draft.address.value);
    if (address === null) return '';
    const { host, pathname } = new URL(address);
    return host.replace(/^www\./, '') + pathname.replace(/\/$/, '');
  }
  if (kind === 'pdf') return draft.pdf.value === null ? '' : nameOf(draft.pdf.value.name);
  if (draft.html.value.trim() === '') return '';
  const own = new DOMParser().parseFromString(draft.html.value.slice(0, 100_000), 'text/html').title.trim();
  if (own !== '') return own;
  return draft.htmlFile.value === null ? home.titleOfEmail : nameOf(draft.htmlFile.value);
}

export function createDraft(memory = createMemory(() => sessionStorage)): Draft {
  /** A signal whose text outlives a reload. */
  const kept = (key: string): Signal<string | null> => {
    const text = signal(memory.get(`try:${key}`));
    text.subscribe((now) => (now === null ? memory.remove(`try:${key}`) : memory.set(`try:${key}`, now)));
    return text;
  };
  const keptText = (key: string): Signal<string> => {
    const text = signal(memory.get(`try:${key}`) ?? '');
    text.subscribe((now) => (now === '' ? memory.remove(`try:${key}`) : memory.set(`try:${key}`, now)));
    return text;
  };
  const was = kinds.find((kind) => kind === memory.get('try:kind'));
  const kind = signal<Kind>(was ?? 'pictures');
  kind.subscribe((now) => memory.set('try:kind', now));
  const pictures = signal<readonly File[]>([]);
  const address = keptText('address');
  const pdf = signal<File | null>(null);
  const html = keptText('html');
  const htmlFile = signal<string | null>(null);
  const left = signal<readonly string[]>([]);
  let pasted = 0;
  const add = async (given: readonly File[]) => {
    const sorted = sortFiles(given, pictures.value.length);
    left.value = sorted.left;
    const [first] = sorted.files;
    if (sorted.kind !== null) kind.value = sorted.kind;
    if (sorted.kind === 'pictures') pictures.value = [...pictures.value, ...sorted.files];
    if (sorted.kind === 'pdf') pdf.value = first ?? null;
    if (sorted.kind === 'email' && first !== undefined) {
      try {
        html.value = await first.text();
        htmlFile.value = first.name;
      } catch {
        left.value = [home.trouble.unreadable(first.name)];
      }
    }
  };
  return {
    kind,
    pictures,
    address,
    pdf,
    html,
    htmlFile,
    title: kept('title'),
    suggested: computed(() => titleOf(kind.value, { pictures, address, pdf, html, htmlFile }).slice(0, longest)),
    left,
    add,
    paste: (given) =>
      add(
        given.map((file) => {
          if (!/^image\.\w+$/.test(file.name)) return file;
          pasted += 1;
          return new File([file], `${words.pictures.pasted(pasted)}.png`, { type: file.type });
        }),
      ),
    remove(picture) {
      pictures.value = pictures.value.filter((each) => each !== picture);
      left.value = [];
    },
    clear() {
      pictures.value = [];
      address.value = '';
      pdf.value = null;
      html.value = '';
      htmlFile.value = null;
      this.title.value = null;
      left.value = [];
      pasted = 0;
    },
  };
}
