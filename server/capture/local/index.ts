/**
 * Captures on the machine that it runs on: a runner of GitHub's, or a developer's. Loaded only when it is needed. It is
 * the second bundle of the Action and shares no classes with the first, so it throws nothing that would have to be
 * distinguished there.
 */
import { availableParallelism } from 'node:os';
import type { Browser } from 'playwright-core';
import type { Capture, CaptureRequest } from '../index.ts';
import { CaptureFailure, capturePage } from '../index.ts';
import { readPng, writePng } from '../png.ts';
import { isOpen, type NoBrowser, openBrowser } from './open-browser.ts';

const shotLimitMs = 60_000;

export interface WantedShot {
  label: string;
  request: Pick<
    CaptureRequest,
    | 'url'
    | 'viewport'
    | 'headers'
    | 'cookies'
    | 'waitFor'
    | 'mask'
    | 'steps'
    | 'colourScheme'
    | 'reducedMotion'
    | 'locale'
  >;
}

/** A screenshot, or why there is none. Elements' boxes are in CSS pixels. */
export type Shot =
  | ({ label: string; png: Buffer } & Pick<Capture, 'notices' | 'elements' | 'sources'>)
  | { label: string; failure: string };

export interface CaptureOptions {
  log(line: string): void;
  /** The time for all screenshots together; those that do not fit into it are failures. */
  milliseconds: number;
  /** Whether a browser is downloaded when none is found. */
  mayDownload: boolean;
}

/** Takes all screenshots in the given order, or returns why no browser could be started. */
export async function captureShots(wanted: WantedShot[], options: CaptureOptions): Promise<Shot[] | NoBrowser> {
  const end = performance.now() + options.milliseconds;
  const { mayDownload } = options;
  const opened = await openBrowser(options.log, mayDownload);
  if (!isOpen(opened)) return opened;
  let browser: Browser | null = opened;
  const shots: Shot[] = [];
  let next = 0;
  let done = 0;
  let reopening: Promise<Browser | null> | null = null;

  /** Returns the browser. A crashed one is started again, once for all callers. */
  async function living(): Promise<Browser | null> {
    if (browser?.isConnected()) return browser;
    reopening ??= openBrowser(() => {}, mayDownload)
      .then((again) => (isOpen(again) ? again : null))
      .finally(() => {
        reopening = null;
      });
    browser = await reopening;
    return browser;
  }

  async function work(): Promise<void> {
    for (let index = next++; index < wanted.length; index = next++) {
      const shot = wanted[index];
      if (shot === undefined) return;
      const left = Math.min(shotLimitMs, end - performance.now());
      const taken = left < 1000 ? lateShot(shot) : await take(shot, left, living);
      shots[index] = taken;
      done += 1;
      options.log(`${done} of ${wanted.length}: ${shot.label}${'failure' in taken ? ' could not be captured' : ''}`);
    }
  }

  try {
    const workers = Math.max(1, Math.min(4, availableParallelism(), wanted.length));
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    await browser?.close().catch(() => undefined);
  }
  return shots;
}

const lateShot = ({ label }: WantedShot): Shot => ({
  label,
  failure: 'The time for all screenshots was over. Raise `timeout`, or capture fewer pages.',
});

async function take(
  { label, request }: WantedShot,
  deadlineMs: number,
  living: () => Promise<Browser | null>,
): Promise<Shot> {
  for (let attempt = 1; ; attempt += 1) {
    const browser = await living();
    if (browser === null) return { label, failure: 'The browser crashed and does not start again.' };
    try {
      const { png, notices, elements, sources } = await capturePage(browser, { ...request, deadlineMs });
      return { label, png: await pack(png), notices, elements, sources };
    } catch (error) {
      const crashed = !browser.isConnected() || (error instanceof CaptureFailure && error.reason === 'crashed');
      if (crashed && attempt === 1) continue;
      return { label, failure: error instanceof CaptureFailure ? error.message : 'The browser could not take it.' };
    }
  }
}

/** Encodes the image again, because the browser makes its files for speed, not for size. */
async function pack(png: Buffer): Promise<Buffer> {
  const pixels = readPng(png);
  if (pixels === null) return png;
  const packed = await writePng(pixels);
  return packed.length < png.length ? packed : png;
}
