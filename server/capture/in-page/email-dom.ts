// What the functions run inside emails use of the browser's own types (see `dom.ts`).

export interface EmailElement {
  localName: string;
  outerHTML: string;
  parentElement: EmailElement | null;
  childNodes: Iterable<{ nodeType: number; nodeValue: string | null }>;
  getAttribute(name: string): string | null;
  getAttributeNames(): string[];
  getBoundingClientRect(): { width: number; height: number };
  remove(): void;
}

export interface EmailImage extends EmailElement {
  complete: boolean;
  naturalWidth: number;
  naturalHeight: number;
  currentSrc: string;
}

export interface EmailDocument {
  doctype: { name: string; publicId: string; systemId: string } | null;
  documentElement: EmailElement;
  body: (EmailElement & { innerText: string }) | null;
  adoptedStyleSheets: unknown[];
  querySelectorAll(selector: string): Iterable<EmailElement>;
}

export interface EmailStyle {
  color: string;
  backgroundColor: string;
  backgroundImage: string;
  borderTopWidth: string;
  borderLeftWidth: string;
  visibility: string;
  opacity: string;
}

export interface EmailWindow {
  getComputedStyle(element: EmailElement): EmailStyle;
}
