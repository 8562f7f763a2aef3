import { lazy } from '../shared/lazy.tsx';
import type { Addressed } from './shown.ts';

const parts = () => import('./parts.ts');

export const CopyLink = lazy(async () => (await parts()).CopyLink);

/** Runs a part once it has loaded; offline, not at all. */
function whenLoaded(run: (loaded: Awaited<ReturnType<typeof parts>>) => void): void {
  void parts().then(run, () => undefined);
}

export const copyLink = (controller: Addressed): void => whenLoaded((loaded) => void loaded.copyLink(controller));

/** Follows the address once the script has loaded. Returns a function that stops. */
export function followAddress(controller: Addressed): () => void {
  let stop: (() => void) | null = () => {};
  const began = { shot: controller.ui.shot.peek(), selected: controller.ui.selected.peek() };
  whenLoaded((loaded) => {
    if (stop !== null) stop = loaded.followAddress(controller, began);
  });
  return () => {
    stop?.();
    stop = null;
  };
}
