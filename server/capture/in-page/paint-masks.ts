import type { CapturedBox } from '../captured-facts.ts';
import { zoomOf } from './trees.ts';

let painted: HTMLElement | undefined;

/** Styles an element of ours, whatever the page's stylesheets say. */
export function dress(element: HTMLElement, declarations: string): void {
  element.setAttribute('style', `all: initial !important; ${declarations.replaceAll(';', ' !important;')}`);
}

/** Paints boxes above everything, dialogs included, in CSS pixels of the page. Removes the masks painted before. */
export function setMasks(boxes: readonly CapturedBox[], color: string): void {
  painted?.remove();
  painted = undefined;
  if (boxes.length === 0) return;
  const host = document.createElement('div');
  dress(host, 'display: block; position: absolute; left: 0; top: 0; width: 0; height: 0; overflow: visible;');
  host.setAttribute('popover', 'manual');
  const root = host.attachShadow({ mode: 'closed' });
  document.documentElement.append(host);
  const zoom = zoomOf(host);
  for (const each of boxes) {
    const [x, y, width, height] = [each.x / zoom, each.y / zoom, each.width / zoom, each.height / zoom];
    const box = document.createElement('div');
    const place = `left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`;
    dress(box, `display: block; position: absolute; ${place} background: ${color};`);
    root.append(box);
  }
  host.showPopover();
  painted = host;
}

/** Returns whether the masks that were painted, if any, are still in the page. */
export const hasMasks = (): boolean =>
  painted === undefined || (painted.isConnected && painted.matches(':popover-open'));
