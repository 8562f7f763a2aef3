import type { DomBox, DomDocument } from './dom.ts';

declare const document: DomDocument;

/** Runs inside the page: the size of everything that can be scrolled to, in CSS pixels. */
export function pageSize(): { width: number; height: number } {
  const boxes = [document.body, document.documentElement].filter((box): box is DomBox => box !== null);
  return {
    width: Math.max(0, ...boxes.flatMap((box) => [box.scrollWidth, box.offsetWidth, box.clientWidth])),
    height: Math.max(0, ...boxes.flatMap((box) => [box.scrollHeight, box.offsetHeight, box.clientHeight])),
  };
}
