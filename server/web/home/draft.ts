import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createMemory } from '../shared/memory.ts';
import { addressOf, type Kind, kinds, nameOf, sortFiles } from './files.ts';
import { home } from './strings.ts';

const words = home.source;
const longest = 160;

/** What a visitor has chosen and typed. Stays on the device; text survives a reload of the tab. */
export interface Draft {
  kind: Signal<Kind>;
  images: Signal<readonly File[]>;
  address: Signal<string>;
  pdf: Signal<File | null>;
  html: Signal<string>;
  htmlFile: Signal<string | null>;
  /** null while the suggested title is used. */
  title: Signal<string | null>;
  suggested: ReadonlySignal<string>;
  /** Which of the last files were left out, a sentence each. */
  left: Signal<readonly string[]>;
  add(files: readonly File[]): Promise<void>;
  /** Adds pasted images, which all have the same name. */
  paste(files: readonly File[]): Promise<void>;
  remove(image: File): void;
  clear(): void;
}

function titleOf(kind: Kind, draft: Pick<Draft, 'images' | 'address' | 'pdf' | 'html' | 'htmlFile'>): string {
  if (kind === 'images') {
    const [first, ...others] = draft.images.value;
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
  /** Returns a signal whose text survives a reload. */
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
  const kind = signal<Kind>(was ?? 'images');
  kind.subscribe((now) => memory.set('try:kind', now));
  const images = signal<readonly File[]>([]);
  const address = keptText('address');
  const pdf = signal<File | null>(null);
  const html = keptText('html');
  const htmlFile = signal<string | null>(null);
  const left = signal<readonly string[]>([]);
  let pasted = 0;
  const add = async (given: readonly File[]) => {
    const sorted = sortFiles(given, images.value.length);
    left.value = sorted.left;
    const [first] = sorted.files;
    if (sorted.kind !== null) kind.value = sorted.kind;
    if (sorted.kind === 'images') images.value = [...images.value, ...sorted.files];
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
    images,
    address,
    pdf,
    html,
    htmlFile,
    title: kept('title'),
    suggested: computed(() =>
      titleOf(kind.value, { images, address, pdf, html, htmlFile }).slice(0, longest).toWellFormed(),
    ),
    left,
    add,
    paste: (given) =>
      add(
        given.map((file) => {
          if (!/^image\.\w+$/.test(file.name)) return file;
          pasted += 1;
          return new File([file], `${words.images.pasted(pasted)}.png`, { type: file.type });
        }),
      ),
    remove(image) {
      images.value = images.value.filter((each) => each !== image);
      left.value = [];
    },
    clear() {
      images.value = [];
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
