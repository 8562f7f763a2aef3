import type { PixelBox } from '../../contract/shot-facts.ts';
import type { ImageAnalysis } from '../image/analyze.ts';
import type { Rule } from '../rule.ts';
import { contrastOf } from '../support/contrast.ts';
import { emailOnce, isDarkEmail } from '../support/email-view.ts';
import { quote } from '../support/words.ts';

/** In CSS pixels: the size of an icon or a logo rather than a photograph. */
const MIN_SIDE = 12;
const MAX_HEIGHT = 140;
/** Contrasts with black: ink below the first is lost on a dark background; a background above the second is light. */
const DARK_INK = 3;
const LIGHT_GROUND = 15;

/** How many of the four edges must blend in: a stroke of a logo may touch one. */
const BLENDING_EDGES = 3;

/** Whether the image's edges blend into the background: they are transparent, or of the same colour. */
function blends({ x, y, width, height }: PixelBox, image: ImageAnalysis, scale: number): boolean {
  const [out, across] = [2 * scale, 3 * scale];
  const strips = [
    { x, y: y - out, width, height: across },
    { x, y: y + height - across + out, width, height: across },
    { x: x - out, y, width: across, height },
    { x: x + width - across + out, y, width: across, height },
  ];
  return strips.filter((strip) => image.isFlat(strip)).length >= BLENDING_EDGES;
}

export const noDarkMode: Rule = {
  id: 'no-dark-mode',
  title: 'No dark mode styles',
  checks: 'An email with a dark logo on a light background defines how it looks in dark mode.',
  why: 'Gmail and Outlook darken light backgrounds automatically but leave images as they are.',
  severity: 'suggestion',
  types: ['email'],
  kinds: ['email'],
  find(scene) {
    const email = emailOnce(scene);
    if (email === null || email.knowsDark || scene.others.some(isDarkEmail)) return [];
    const { facts, image } = scene;
    const lost = facts.images.find(({ box, state, alt }) => {
      const [width, height] = [box.width / facts.scale, box.height / facts.scale];
      if (state === 'broken' || !alt || Math.min(width, height) < MIN_SIDE || height > MAX_HEIGHT) return false;
      const seen = image.contrast(box);
      if (seen === null || contrastOf(seen.ground, '#000000') < LIGHT_GROUND) return false;
      return contrastOf(seen.ink, '#000000') < DARK_INK && blends(box, image, facts.scale);
    });
    if (lost === undefined) return [];
    return [
      {
        box: lost.box,
        what: `The email has no dark mode styles: in dark mode, ${quote(lost.alt ?? '', 40)} becomes dark on dark or keeps a white box around it.`,
        fix: 'Give the image a light outline or background, and add <meta name="color-scheme" content="light dark"> with dark mode styles.',
        weight: 0.4,
      },
    ];
  },
  fails: {
    as: 'email',
    html: `<html lang="en"><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto;padding:20px 0">
      <img data-defect width="160" height="48" alt="Mill Lane Bakery" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='160' height='48'%3E%3Cpath d='M8 40V8l20 20L48 8v32M64 40h30M110 8v32M130 8v32' stroke='%23111' stroke-width='6' fill='none'/%3E%3C/svg%3E">
      <h1 style="font-size:24px">Your table for Friday</h1><p>We have kept the table by the window for you and three friends, on Friday at eight in the evening.</p></div></body></html>`,
  },
  passes: {
    as: 'email',
    html: `<html lang="en"><head><meta name="color-scheme" content="light dark"></head><body style="margin:0;font:16px Arial,sans-serif;color:#222"><div style="width:600px;margin:0 auto;padding:20px 0">
      <img width="160" height="48" alt="Mill Lane Bakery" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='160' height='48'%3E%3Cpath d='M8 40V8l20 20L48 8v32M64 40h30M110 8v32M130 8v32' stroke='%23111' stroke-width='6' fill='none'/%3E%3C/svg%3E">
      <h1 style="font-size:24px">Your table for Friday</h1><p>We have kept the table by the window for you and three friends, on Friday at eight in the evening.</p></div></body></html>`,
  },
};
