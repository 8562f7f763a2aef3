// The little of the browser's own types that the functions run inside pages use: the server's other code must not
// see `document` at all, so the real ones are not in scope.

export interface DomElement {
  shadowRoot: DomRoot | null;
}

export interface StyleSheet {
  replaceSync(text: string): void;
}

export interface DomRoot {
  adoptedStyleSheets: readonly StyleSheet[];
  querySelectorAll(selector: string): Iterable<DomElement>;
  getAnimations(): DomAnimation[];
}

export interface DomStyled extends DomElement {
  style: { setProperty(name: string, value: string, priority: 'important'): void };
}

export interface DomNode extends DomElement {
  assignedSlot: DomNode | null;
  parentElement: DomNode | null;
  getRootNode(): object;
  getBoundingClientRect(): { top: number; bottom: number; height: number };
  computedStyleMap(): { get(name: string): { toString(): string } | null | undefined };
}

export interface DomStyle {
  overflowX: string;
  overflowY: string;
  contentVisibility?: string;
  position: string;
  top: string;
  bottom: string;
  transform: string;
  translate: string;
  rotate: string;
  scale: string;
  perspective: string;
  filter: string;
  backdropFilter?: string;
  contain: string;
  containerType?: string;
  willChange: string;
}

export interface DomImage extends DomElement {
  loading: string;
  decoding: string;
  complete: boolean;
  addEventListener(event: string, listener: () => void): void;
}

export interface DomMedia extends DomElement {
  currentTime: number;
  readyState: number;
  autoplay: boolean;
  loop: boolean;
  pause(): void;
  /** Of videos only */
  requestVideoFrameCallback?(callback: () => void): void;
  addEventListener(event: string, listener: () => void): void;
}

export interface DomBox extends DomNode {
  scrollWidth: number;
  scrollHeight: number;
  offsetWidth: number;
  offsetHeight: number;
  clientWidth: number;
  clientHeight: number;
}

export interface DomSvg extends DomElement {
  ownerSVGElement: DomElement | null;
  pauseAnimations(): void;
  setCurrentTime(seconds: number): void;
}

export interface DomProgress extends DomElement {
  value: number;
}

export interface DomMarquee extends DomElement {
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  cloneNode(deep: true): DomMarquee;
  replaceWith(other: DomElement): void;
}

export interface DomAnimation {
  playState: string;
  effect: { getComputedTiming(): { endTime?: unknown } } | null;
  cancel(): void;
  finish(): void;
}

export interface DomDocument extends DomRoot {
  body: DomBox | null;
  documentElement: DomBox | null;
  fonts: { ready: Promise<unknown> };
}

export interface DomWindow {
  innerHeight: number;
  scrollTo(options: { top: number; left: number; behavior: 'instant' }): void;
  getComputedStyle(element: DomElement): DomStyle;
  requestAnimationFrame(callback: () => void): number;
}
