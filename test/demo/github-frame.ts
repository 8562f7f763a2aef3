import { Marked } from 'marked';

/** The content of an image of GitHub: our Markdown, with the header that GitHub adds. */
export interface Framed {
  head: string;
  /** The icon before the header, and its colour. */
  sign: { text: string; colour: string };
  markdown: string;
}

const style = `
  body { margin: 0; padding: 24px; background: #fff; color: #1f2328; font: 14px/1.5 system-ui, "Segoe UI", Arial, sans-serif; }
  .frame { width: 720px; border: 1px solid #d1d9e0; border-radius: 8px; overflow: hidden; }
  header { display: flex; gap: 8px; align-items: center; padding: 10px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; font-weight: 600; }
  header span { display: inline-grid; place-items: center; width: 18px; height: 18px; border-radius: 50%; color: #fff; font-size: 11px; }
  main { padding: 12px 16px; }
  h2 { margin: 4px 0 12px; font-size: 18px; } h3 { margin: 0 0 8px; font-size: 17px; } h4 { margin: 16px 0 8px; font-size: 14px; }
  table { border-collapse: collapse; } th, td { padding: 6px 12px; border: 1px solid #d1d9e0; text-align: left; }
  pre { margin: 0 0 12px; padding: 12px; border-radius: 6px; background: #f6f8fa; font: 12px/1.5 monospace; white-space: pre-wrap; }
  code { padding: 2px 5px; border-radius: 5px; background: #eff1f3; font: 12px monospace; } pre code { padding: 0; }
  a { color: #0969da; } p { margin: 0 0 10px; } main img { max-width: 440px; max-height: 220px; object-fit: contain; object-position: left; }
`;

/** Returns a page that shows the Markdown much as GitHub does. It is our drawing, not GitHub’s. */
export function frame({ head, sign, markdown }: Framed): string {
  const body = new Marked().parse(markdown, { async: false });
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><div class="frame"><header><span style="background:${sign.colour}">${sign.text}</span>${head}</header><main>${body}</main></div>`;
}
