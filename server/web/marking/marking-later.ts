import { useEffect } from 'preact/hooks';
import { whenIdle } from '../shared/idle.ts';
import { lazy } from '../shared/lazy.tsx';

const tools = () => import('./marking-tools.ts');

export const ComposerNotes = lazy(async () => (await tools()).ComposerNotes);
export const Crosshair = lazy(async () => (await tools()).Crosshair);
export const Handles = lazy(async () => (await tools()).Handles);
export const Magnifier = lazy(async () => (await tools()).Magnifier);
export const MarkerTools = lazy(async () => (await tools()).MarkerTools);
export const PlaceFields = lazy(async () => (await tools()).PlaceFields);
export const ElementTree = lazy(async () => (await import('./element-list.tsx')).ElementTree);

/** Fetches the marking tools, which are one script. */
export function useToolsSoon(): void {
  useEffect(() => whenIdle(() => void Crosshair.fetch()), []);
}
