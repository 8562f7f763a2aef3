import type { CapturedViolation } from '../../captured-facts.ts';
import type { PartLimits } from '../../in-page.ts';
import type { PageNode } from '../dom.ts';
import * as dom from '../dom.ts';
import * as names from '../names.ts';
import { walk } from '../visible.ts';

interface Check {
  message?: string;
}

interface Result {
  id: string;
  impact: string | null;
  nodes: { element?: PageNode; any: Check[]; all: Check[]; none: Check[] }[];
}

interface Engine {
  run(root: PageNode, options: object): Promise<{ violations: Result[] }>;
}

const maxOfRule = 40;

/** Returns the violations that the accessibility engine finds, with their boxes. The engine must be loaded already. */
export async function findViolations(limits: PartLimits, rules: readonly string[]): Promise<CapturedViolation[]> {
  const scope = globalThis as unknown as { axe: Engine; setTimeout: unknown; clearTimeout: unknown };
  // The page's clock stands still, so the engine's timers run at once.
  scope.setTimeout = (work: () => void) => {
    void Promise.resolve().then(work);
    return 0;
  };
  scope.clearTimeout = () => undefined;
  const { violations } = await scope.axe.run(dom.document, {
    runOnly: { type: 'rule', values: rules },
    resultTypes: ['violations'],
    elementRef: true,
    selectors: false,
    iframes: false,
    preload: false,
    pingWaitTime: 0,
  });
  walk(limits, limits.partMs);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.slice(0, maxOfRule).flatMap(({ element, any, all, none }) => {
      if (element === undefined) return [];
      const text = names.text(element) || names.accessibleName(element, 'img') || '';
      const messages = [...any, ...all, ...none].map(({ message }) => message ?? '');
      return [
        {
          rule: id,
          box: dom.box(element),
          impact: (impact ?? 'moderate') as CapturedViolation['impact'],
          message: messages.join(' ').slice(0, 300),
          text: text.slice(0, 100),
        },
      ];
    }),
  );
}
