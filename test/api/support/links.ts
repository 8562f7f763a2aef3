/** Describes links, one under the other, as a client does. Each is `width` × `height` pixels. */
export const linksOf = (texts: readonly string[], { width, height }: { width: number; height: number }) =>
  texts.map((text, at) => ({
    tag: 'a',
    role: 'link',
    text,
    outer_html: `<a>${text}</a>`,
    selectors: [{ selector: `nav > a:nth-of-type(${at + 1})`, matches: 1 }],
    box: { x: 0, y: at * height, width, height },
  }));
