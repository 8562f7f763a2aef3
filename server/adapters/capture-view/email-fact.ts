import type { CapturedBox, CapturedEmail } from '../../capture/index.ts';
import type { EmailFact } from '../../checklist/index.ts';
import { knowsDark } from '../../contract/dark-email.ts';
import type { PixelBox } from '../../domain/port-types.ts';
import { droppedBy } from './mail-clients.ts';

const OUTLOOK = 'Outlook on Windows';
const maxComments = 500;
const maxBetween = 100_000;

/** Returns what the author wrote for Outlook on Windows only, in conditional comments. */
function forOutlook(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let count = 0; count < maxComments; count += 1) {
    const start = html.indexOf('<!--[if', at);
    const condition = start < 0 ? -1 : html.indexOf(']>', start);
    if (condition < 0) break;
    const end = html.indexOf('<![endif]', condition);
    const whom = html.slice(start + 4, Math.min(condition, start + 100));
    if (/mso|vml/i.test(whom) && !whom.includes('!')) {
      parts.push(html.slice(condition, Math.min(end < 0 ? html.length : end, condition + maxBetween)));
    }
    at = condition + 2;
  }
  return parts.join('\n');
}

const layout = new Set(['display:flex', 'display:grid', 'float', 'CSS calc() function', 'clamp()']);
const grounds = new Set(['background-image', 'linear-gradient()', 'radial-gradient()', 'conic-gradient()']);

/** Combines the facts of an email's source and of its page; boxes are in pixels of the image. */
export async function toEmailFact(
  email: { html: string; dark: boolean },
  captured: CapturedEmail,
  page: { contentWidth: number; spills: { box: PixelBox; text: string }[] },
  pixels: (box: CapturedBox) => PixelBox,
): Promise<EmailFact> {
  const own = forOutlook(email.html);
  const [hasTables, hasDrawings] = [
    /<t(able|d)\b/i.test(own),
    /<v:(rect|roundrect|fill|image|background|shape)\b/i.test(own),
  ];
  const dropped: EmailFact['dropped'] = [];
  for (const { feature, box } of captured.uses) {
    const support = await droppedBy(feature);
    if (support === null) continue;
    const isProvided = (hasTables && layout.has(feature)) || (hasDrawings && grounds.has(feature));
    const clients = support.clients.filter((client) => !isProvided || client !== OUTLOOK);
    if (clients.length > 0) {
      dropped.push({ feature, clients, partial: support.partial, box: box === null ? null : pixels(box) });
    }
  }
  return {
    bytes: Buffer.byteLength(email.html),
    dark: email.dark,
    preheader: captured.preview?.text ?? null,
    hasHiddenPreheader: captured.preview?.hidden ?? false,
    hasUnsubscribe: captured.hasUnsubscribe,
    knowsDark: knowsDark(email.html),
    readable: captured.readable,
    contentWidth: page.contentWidth,
    spills: page.spills,
    attached: captured.attached.map(pixels),
    dropped: dropped.sort((one, other) => other.clients.length - one.clients.length),
  };
}
