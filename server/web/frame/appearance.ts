/** What the host says about itself; all of it may be missing. */
export interface HostContext {
  /** The tool whose call the frame belongs to. */
  toolInfo?: { tool: { name: string } };
  theme?: 'light' | 'dark';
  displayMode?: string;
  availableDisplayModes?: string[];
  containerDimensions?: { height?: number; maxHeight?: number };
  safeAreaInsets?: { top: number; right: number; bottom: number; left: number };
}

/** Here, because the page's parts load without styles of their own. */
const style = `
html:not([data-line]) .brand, [data-line] .first-screenshot, [data-display="fullscreen"] .enlarge { display: none }
html .top-bar .title { padding: 0; border: 0 }
.frame-tools { display: flex; flex: none; align-items: center; gap: 6px }
@media (width < 480px) { .frame-tools .text { display: none } }
@media (width >= 480px) { .frame-tools .button .icon { display: none } }
.address { width: min(90%, 480px) }
.address input { width: 100%; margin: 8px 0 }`;

export function addStyle(): void {
  const element = document.createElement('style');
  element.textContent = style;
  document.head.append(element);
}

const prefers = /\(prefers-color-scheme: (dark|light)\)/g;
const written = new WeakMap<CSSMediaRule, string>();

/** Makes the rules for the host's theme apply, whatever the system's theme is. */
function applyTheme(theme: string): void {
  document.documentElement.style.colorScheme = theme;
  for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
    if (!(rule instanceof CSSMediaRule)) continue;
    const text = written.get(rule) ?? rule.media.mediaText;
    written.set(rule, text);
    rule.media.mediaText = text.replace(prefers, (_, wanted) => (wanted === theme ? '(width >= 0)' : '(width < 0)'));
  }
}

/** Keeps the page, and what floats on it, off the edges that the device covers. */
function applyInsets({ top, right, bottom, left }: NonNullable<HostContext['safeAreaInsets']>): void {
  const { style } = document.body;
  const covered = top + right + bottom + left > 0;
  style.margin = covered ? `${top}px ${right}px ${bottom}px ${left}px` : '';
  style.height = covered ? `calc(100% - ${top + bottom}px)` : '';
  // What is fixed to the window is then fixed to the body.
  style.transform = covered ? 'translate(0)' : '';
}

let theme: string | undefined;
// The page's own style arrives later.
document.addEventListener('load', () => theme !== undefined && applyTheme(theme), true);

/** Looks as the host does. */
export function applyContext(context: HostContext): void {
  if (context.theme !== undefined) {
    theme = context.theme;
    applyTheme(theme);
  }
  if (context.displayMode !== undefined) document.documentElement.dataset.display = context.displayMode;
  if (context.safeAreaInsets !== undefined) applyInsets(context.safeAreaInsets);
}
