import { emailViewport } from '../../../server/capture/index.ts';
import { testBrowser } from '../../support/browser.ts';
import { mails } from '../../support/emails/mails.ts';
import { mailFiles, show } from '../../support/emails/show.ts';
import { pixels, site } from './site.ts';

type Shown = ReturnType<typeof show>;

export interface RealisticMails {
  html: Record<string, string>;
  take(name: string, dark?: boolean): Shown;
  /** Returns the first screenshot of an email. Several tests share it. */
  show(name: string, dark?: boolean): Shown;
}

/** Starts the server for the files of the realistic emails. */
export async function openMails(): Promise<RealisticMails> {
  const files = await site(await mailFiles());
  const html = mails(files.origin);
  const take = async (name: string, dark = false) => show(await testBrowser(), files.allow, html[name] ?? '', { dark });
  const taken = new Map<string, Shown>();
  return {
    html,
    take,
    show(name, dark = false) {
      const key = `${name} ${dark}`;
      const first = taken.get(key) ?? take(name, dark);
      taken.set(key, first);
      return first;
    },
  };
}

/** Returns the notices about an email in a low reading pane, which is drawn sooner. */
export async function noticesOf(html: string, allow = ''): Promise<string[]> {
  return (await show(await testBrowser(), allow, html, { viewport: { ...emailViewport, height: 200 } })).notices;
}

/** Returns a function that reads colours at CSS pixels. */
export async function coloursOf({ png }: { png: Buffer }): Promise<(x: number, y: number) => number[]> {
  const pixel = await pixels(png);
  return (x, y) => pixel(x * 2, y * 2);
}
