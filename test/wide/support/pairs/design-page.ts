import type { Design } from './types.ts';

/** Wraps the styles and the body of a design in a page. */
export const page = (name: string, width: number, css: string, body: string): Design => ({
  name,
  width,
  html: `<!doctype html><meta charset="utf-8"><title>${name}</title><style>*{box-sizing:border-box}body{margin:0}${css}</style>${body}`,
});
