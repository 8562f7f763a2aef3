// The little of the browser's own types that the functions run inside pages use: the server's other code must not
// see `document` at all, so the real ones are not in scope.

export interface DomElement {
  shadowRoot: DomRoot | null;
}

export interface DomRoot {
  querySelectorAll(selector: string): Iterable<DomElement>;
}

export interface DomImage extends DomElement {
  loading: string;
  decoding: string;
  complete: boolean;
  decode(): Promise<void>;
  addEventListener(event: string, listener: () => void): void;
}

export interface DomMedia extends DomElement {
  currentTime: number;
  readyState: number;
  autoplay: boolean;
  loop: boolean;
  pause(): void;
  addEventListener(event: string, listener: () => void): void;
}

export interface DomBox extends DomElement {
  scrollWidth: number;
  scrollHeight: number;
  offsetWidth: number;
  offsetHeight: number;
  clientWidth: number;
  clientHeight: number;
}

export interface DomAnimation {
  playState: string;
  effect: { getComputedTiming(): { endTime?: unknown } } | null;
  cancel(): void;
  finish(): void;
}

export interface DomDocument extends DomRoot {
  getAnimations(): DomAnimation[];
  body: DomBox | null;
  documentElement: DomBox | null;
  fonts: { ready: Promise<unknown> };
}

export interface DomWindow {
  innerHeight: number;
  scrollTo(options: { top: number; left: number; behavior: 'instant' }): void;
  getComputedStyle(element: DomElement): { overflowY: string };
  requestAnimationFrame(callback: () => void): number;
}
