// What these functions do runs inside the page, so each is complete in itself.

export const noiseKinds = ['clock', 'animation', 'anti-aliasing', 'caret', 'fonts'] as const;
export type NoiseKind = (typeof noiseKinds)[number];

/** Puts an element at a place on the screen that differs from one screenshot to the next, instead of the last one. */
export function addNoise({ kind, x, y }: { kind: NoiseKind; x: number; y: number }): void {
  const frozen = document.createElement('style');
  frozen.textContent = '*, ::before, ::after { animation: none !important; transition: none !important; }';
  document.head.append(frozen);
  document.getElementById('noise')?.remove();
  const box = document.createElement('div');
  box.id = 'noise';
  const size = { clock: 'auto', animation: '48px', 'anti-aliasing': '220px', caret: '200px', fonts: '200px' }[kind];
  box.style.cssText = `position: fixed; left: ${x}px; top: ${y}px; width: ${size}; padding: 6px; z-index: 99999; background: #fff; color: #222; font: 16px/1.4 sans-serif; overflow: hidden`;
  document.documentElement.append(box);
}

/** Draws the element as it looks at one moment; `at` is in [0, 1). */
export function drawNoise({ kind, at }: { kind: NoiseKind; at: number }): void {
  const box = document.getElementById('noise');
  if (box === null) throw new Error('The page has no noise');
  const part = (from: number, of: number): number => Math.floor((at * from) % of);
  const two = (value: number): string => String(value).padStart(2, '0');
  const html: Record<NoiseKind, string> = {
    clock: `${two(part(9973, 24))}:${two(part(99991, 60))}:${two(part(999983, 60))}`,
    animation: `<div style="width: 36px; height: 36px; box-sizing: border-box; border: 5px solid #ccd; border-top-color: #24c; border-radius: 50%; transform: rotate(${at * 360}deg)"></div>`,
    'anti-aliasing': `<p style="margin: 0; transform: translate(${at}px, ${(at * 7) % 1}px)">Text that is drawn between two pixels looks different each time, though nobody changed it.</p>`,
    caret: `<span style="border-right: 2px solid ${at < 0.5 ? '#111' : 'transparent'}">Search the shop</span>`,
    fonts: `<span style="font-family: ${['sans-serif', 'serif', 'monospace'][part(997, 3)]}">Delivered by Friday</span>`,
  };
  box.innerHTML = html[kind];
}

declare global {
  interface Window {
    /** Takes back the last regression. */
    repair?: () => void;
  }
}

export const regressions = ['hidden', 'recoloured', 'reworded', 'moved', 'enlarged', 'covered'] as const;
export type Regression = (typeof regressions)[number];

/** Breaks an element that can be seen, or the noisy one; `pick` in [0, 1) chooses it. @returns whether there is one */
export function regress({ how, pick, noisy }: { how: Regression; pick: number; noisy: boolean }): boolean {
  const seen = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    const isOn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isOn && width >= 12 && height >= 12 && width * height < 200_000 && element.id !== 'noise';
  });
  const element = noisy ? document.getElementById('noise') : seen[Math.floor(pick * seen.length)];
  if (element == null) return false;
  const style = element.getAttribute('style');
  const texts: [Node, string | null][] = [];
  const cover = document.createElement('div');
  // Putting back a copy of the page would load its style sheets and images again, and a screenshot does not wait for them.
  window.repair = () => {
    if (style === null) element.removeAttribute('style');
    else element.setAttribute('style', style);
    for (const [text, words] of texts) text.nodeValue = words;
    cover.remove();
  };
  if (how === 'hidden') element.style.visibility = 'hidden';
  else if (how === 'recoloured') element.style.cssText += '; background: #b3261e !important; color: #fff !important';
  else if (how === 'moved') element.style.translate = '14px 5px';
  else if (how === 'enlarged') element.style.scale = '1.12';
  else if (how === 'covered') {
    const { left, top, width, height } = element.getBoundingClientRect();
    cover.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; z-index: 999999; background: #777`;
    document.documentElement.append(cover);
  } else {
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
      texts.push([text, text.nodeValue]);
      text.nodeValue = (text.nodeValue ?? '').replace(/\p{L}|\d/gu, 'x');
    }
  }
  return true;
}

export const repairPage = (): void => window.repair?.();
