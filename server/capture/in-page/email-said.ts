import type { domKit } from './element-map-dom.ts';
import type { emailDeclaredKit } from './email-declared.ts';
import type { emailGroundsKit } from './email-grounds.ts';
import type { emailUsesKit } from './email-uses.ts';
import type { emailWordsKit } from './email-words.ts';
import type { FactsLimits } from './facts.ts';
import type { coloursKit } from './facts-colours.ts';
import type { layersKit } from './facts-layers.ts';

export interface EmailKits {
  domKit: typeof domKit;
  layersKit: typeof layersKit;
  coloursKit: typeof coloursKit;
  emailWordsKit: typeof emailWordsKit;
  emailDeclaredKit: typeof emailDeclaredKit;
  emailGroundsKit: typeof emailGroundsKit;
  emailUsesKit: typeof emailUsesKit;
}

/** Runs inside a loaded email, with the other functions beside it: what only emails are asked. */
export function emailInPage(kits: EmailKits, limits: FactsLimits) {
  const dom = kits.domKit();
  const layers = kits.layersKit(dom, limits, limits.partMs, new Set());
  const words = kits.emailWordsKit(dom);
  const declared = kits.emailDeclaredKit(dom, layers, limits.partMs);
  const grounds = kits.emailGroundsKit(dom, kits.coloursKit(dom));
  const uses = kits.emailUsesKit(dom, layers, grounds, declared, limits);
  return {
    preview: words.preview(),
    readable: words.readable(),
    hasUnsubscribe: words.hasUnsubscribe(),
    knowsDark: words.knowsDark(),
    attached: uses.attached(),
    uses: uses.uses(limits.partMs),
  };
}
