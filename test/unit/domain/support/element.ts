import type { ElementMap, MappedElement } from '../../../../server/domain/port-types.ts';

type Given = Partial<Omit<MappedElement, 'box' | 'selectors'>> & {
  box?: [x: number, y: number, width: number, height: number];
  /** Each matches one unless it says otherwise */
  selectors?: (string | [string, number])[];
};

export function element({ box = [0, 0, 100, 40], selectors = [], ...given }: Given): MappedElement {
  const [x, y, width, height] = box;
  return {
    tag: 'div',
    role: null,
    accessible_name: null,
    text: '',
    outer_html: `<${given.tag ?? 'div'}></${given.tag ?? 'div'}>`,
    styles: {},
    parent: null,
    ...given,
    box: { x, y, width, height },
    selectors: selectors.map((each) =>
      typeof each === 'string' ? { selector: each, matches: 1 } : { selector: each[0], matches: each[1] },
    ),
  };
}

export const mapOf = (scale: number, ...elements: Given[]): ElementMap => ({ scale, elements: elements.map(element) });
