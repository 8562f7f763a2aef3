import type { ImageAnalysis } from '../../../../server/checklist/image/analyze.ts';
import type { Scene } from '../../../../server/checklist/rule.ts';
import type { ControlFact, ImageFact, PageFact, ShotFacts, TextFact } from '../../../../server/contract/shot-facts.ts';
import type { PixelBox } from '../../../../server/domain/port-types.ts';

export const box = (x: number, y: number, width: number, height: number): PixelBox => ({ x, y, width, height });

/** Returns a line of 16 px in black on white, 20 px below the one before it. */
export function text(words: string, more: Partial<TextFact> = {}): TextFact {
  return {
    text: words,
    box: box(100, 200, words.length * 8, 18),
    size: 16,
    lines: 1,
    family: 'Liberation Sans',
    weight: 400,
    color: '#000000',
    ground: '#ffffff',
    role: 'text',
    level: null,
    cut: null,
    covered: false,
    incidental: false,
    sure: null,
    ...more,
  };
}

export const image = (more: Partial<ImageFact> = {}): ImageFact => ({
  box: box(100, 100, 400, 300),
  state: 'shown',
  naturalWidth: 400,
  naturalHeight: 300,
  alt: 'A hill',
  decorative: false,
  vector: false,
  squeezed: false,
  isControl: false,
  ...more,
});

export const control = (name: string, more: Partial<ControlFact> = {}): ControlFact => ({
  box: box(100, 300, 140, 44),
  kind: 'button',
  name,
  inText: false,
  covered: false,
  disabled: false,
  ...more,
});

const page: PageFact = {
  title: 'Hills',
  description: 'Hills to walk on.',
  language: 'en',
  viewportTag: 'width=device-width',
  screenWidth: 1440,
  contentWidth: 1440,
  spills: [],
};

/** An image with content everywhere. */
const analysis: ImageAnalysis = {
  width: 1440,
  height: 900,
  measures: { distinctShare: 0.2, emptyRowsAtEnd: 0 },
  contrast: () => ({ ratio: 21, ink: '#000000', ground: '#ffffff', flat: true }),
  isFlat: () => false,
  sharpness: () => null,
  inkAtEdge: () => 0,
};

export function facts(more: Partial<ShotFacts> = {}): ShotFacts {
  return {
    kind: 'page',
    scale: 1,
    texts: [],
    images: [],
    controls: [],
    violations: [],
    page,
    email: null,
    slide: null,
    ...more,
  };
}

const desktop = { name: 'desktop', width: 1440, height: 900, scale: 1 };
const mobile = { name: 'mobile', width: 390, height: 844, scale: 2 };

export const shotOn = (name: 'desktop' | 'mobile', more: Partial<Scene['shot']> = {}): Scene['shot'] => ({
  label: `/ · ${name}`,
  ...(name === 'desktop'
    ? { width: 1440, height: 900, viewport: desktop }
    : { width: 780, height: 1688, viewport: mobile }),
  pageNumber: null,
  pageUrl: 'https://hills.example/',
  ...more,
});

/** Returns the scene of a page on a desktop with these facts. */
export function scene(of: Partial<ShotFacts>, more: Partial<Scene> = {}): Scene {
  return { type: 'website', shot: shotOn('desktop'), facts: facts(of), image: analysis, others: [], ...more };
}

export { analysis as fullImage, page as pageFact };
