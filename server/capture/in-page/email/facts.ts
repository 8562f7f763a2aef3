import type { PartLimits } from '../../in-page.ts';
import { walkLayers } from '../facts/layers.ts';
import { startReading } from './declared.ts';
import { findAttached, findUses } from './uses.ts';
import { hasUnsubscribe, preview, readable } from './words.ts';

export function collectEmailFacts(limits: PartLimits) {
  walkLayers(limits, limits.partMs);
  startReading(limits.partMs);
  return {
    preview: preview(),
    readable: readable(),
    hasUnsubscribe: hasUnsubscribe(),
    attached: findAttached(),
    uses: findUses(limits.partMs),
  };
}
