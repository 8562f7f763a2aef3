import sharp from 'sharp';
import { type Running, startHttpServer } from '../../support/servers.ts';

export interface Site extends Running {
  /** `OUTBOUND_ALLOW` for captures of this site. */
  allow: string;
  requests: { method: string; path: string; headers: Record<string, unknown> }[];
}

type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer; delayMs?: number };

/** Starts a small site from a table of paths, until the test file ends. */
export async function site(pages: Record<string, Answer | string | (() => Answer)>): Promise<Site> {
  const requests: Site['requests'] = [];
  const server = await startHttpServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    const page = pages[path] ?? { status: 404, body: 'nothing here' };
    const answer = typeof page === 'function' ? page() : typeof page === 'string' ? { body: page } : page;
    if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/html; charset=utf-8', ...answer.headers });
    response.end(answer.body ?? '');
  });
  return { ...server, allow: `capture=127.0.0.1/32:${server.port}`, requests };
}

/** Returns a PNG of one colour. */
export function png(colour: string, width = 200, height = 120): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
}

/** Returns a GIF that changes its colour ten times a second. */
export async function gif(): Promise<Buffer> {
  const frames = await Promise.all(['red', 'lime', 'blue', 'black'].map((colour) => png(colour, 60, 60)));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100, 100], loop: 0 })
    .toBuffer();
}

/** Returns a function that reads colours of an image as [red, green, blue]. */
export async function pixels(image: Buffer): Promise<(x: number, y: number) => number[]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (x, y) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}
