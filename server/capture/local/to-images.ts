import type { GivenElement } from '../../contract/element.ts';
import type { Notice } from '../../contract/notice.ts';
import type { PageSources } from '../../contract/page-sources.ts';
import type { PageState } from '../../contract/page-state.ts';
import type { Viewport } from '../../contract/source.ts';
import { elementsNotices } from '../incomplete.ts';
import { viewports } from '../viewport.ts';
import type { Shot, WantedShot } from './index.ts';

const maxBytes = 10_000_000;
/** The most bytes that the service accepts for one image's elements. */
const maxElementBytes = 1_400_000;
/** The most characters of their sources, below what the service accepts. */
const maxSourceLength = 400_000;
/** The most notices that the service accepts for one image. The weightiest come first. */
const maxNotices = 30;

/** A screenshot to take, with what the review needs to know about it. */
export interface LocalShot extends WantedShot {
  /** The page it shows, for those who fix it: a path where only this machine can reach the address. */
  page: string;
  /** The state that `request` brings it into */
  state?: PageState | null;
}

/** A screenshot as the service accepts it from a client. */
export interface LocalImage {
  label: string;
  /** A data URL. */
  image: string;
  page_url: string;
  viewport: Viewport;
  page_state?: PageState;
  elements?: GivenElement[];
  sources?: PageSources;
  notices?: Notice[];
}

/**
 * Returns the screenshots of one page that the service itself would take, with the labels that it would give them: a
 * pass that the service captures and one that is captured here are compared.
 */
export const onEveryViewport = (
  path: string,
  page: string,
  request: Omit<WantedShot['request'], 'viewport'>,
  { state = null, isOn = () => true }: { state?: PageState | null; isOn?: (viewport: string) => boolean } = {},
): LocalShot[] =>
  Object.values(viewports)
    .filter(({ name }) => isOn(name))
    .map((viewport) => ({
      label: `${path} · ${viewport.name}`,
      page,
      state,
      request: { ...request, viewport },
    }));

/** Sorts what was captured into images to send and screenshots that could not be taken. */
export function toImages(
  wanted: readonly LocalShot[],
  shots: readonly Shot[],
): { images: LocalImage[]; failed: { label: string; message: string }[] } {
  const images: LocalImage[] = [];
  const failed: { label: string; message: string }[] = [];
  for (const [index, shot] of shots.entries()) {
    const { label } = shot;
    const of = wanted[index];
    if (of === undefined) continue;
    if ('failure' in shot) failed.push({ label, message: shot.failure });
    else if (shot.png.length > maxBytes) failed.push({ label, message: 'Its image is over 10 MB.' });
    else images.push(toImage(shot, of));
  }
  return { images, failed };
}

type Captured = Extract<Shot, { png: Buffer }>;

function toImage(shot: Captured, { page, state = null, request }: LocalShot): LocalImage {
  const { name, width, height, scale } = request.viewport;
  const { elements, kept, isCut } = fitting(shot.elements);
  const sources = fittingSources(shot, kept);
  const notices = isCut
    ? [...shot.notices.filter(isNotOfElements), ...elementsNotices({ elements, isInTime: true, isCut })]
    : shot.notices;
  return {
    label: shot.label,
    image: `data:image/png;base64,${shot.png.toString('base64')}`,
    page_url: page,
    viewport: { name, width, height, scale },
    ...(state === null ? {} : { page_state: state }),
    ...(elements.length > 0 ? { elements } : {}),
    ...(sources === null ? {} : { sources }),
    ...(notices.length > 0 ? { notices: notices.slice(0, maxNotices).map(bounded) } : {}),
  };
}

const isNotOfElements = ({ code }: Notice): boolean => code !== 'elements_incomplete';

/** Returns a notice as long as the service accepts. */
const bounded = ({ code, message }: Notice): Notice => ({ code, message: message.slice(0, 1000) });

/** Returns the elements in the shape the service accepts, and which they are; drops those at the end when too large. */
function fitting(found: Captured['elements']): { elements: GivenElement[]; kept: number[]; isCut: boolean } {
  const elements: GivenElement[] = [];
  const kept: number[] = [];
  let bytes = 2;
  for (const [index, { parent: _, ...element }] of found.entries()) {
    if (element.box.width < 0.5 || element.box.height < 0.5) continue;
    const given = { ...element, selectors: element.selectors.filter(({ selector }) => selector.length <= 1000) };
    bytes += Buffer.byteLength(JSON.stringify(given)) + 1;
    if (bytes > maxElementBytes) return { elements, kept, isCut: true };
    elements.push(given);
    kept.push(index);
  }
  return { elements, kept, isCut: false };
}

/** Returns where the kept elements come from, with their ancestors, which elements themselves do not name here. */
function fittingSources({ elements, sources }: Captured, kept: readonly number[]): PageSources | null {
  if (sources === null || kept.length === 0) return null;
  const numbers = new Map(kept.map((index, number) => [index, number]));
  const parents = kept.map((index) => {
    let above = elements[index]?.parent ?? null;
    while (above !== null && !numbers.has(above)) above = elements[above]?.parent ?? null;
    return above === null ? -1 : (numbers.get(above) ?? -1);
  });
  const own = { ...sources, elements: kept.map((index) => sources.elements[index] ?? [0, 0]), parents };
  return JSON.stringify(own).length > maxSourceLength ? null : own;
}
