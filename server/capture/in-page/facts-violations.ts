import type { CapturedViolation } from '../captured-facts.ts';
import type { domKit, PageNode } from './element-map-dom.ts';
import type { namesKit } from './element-map-names.ts';
import type { visibleKit } from './element-map-visible.ts';
import type { FactsLimits } from './facts.ts';

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

/** Runs inside the page, after the accessibility engine: what it finds, with places. */
export async function violationsKit(
  kits: { domKit: typeof domKit; visibleKit: typeof visibleKit; namesKit: typeof namesKit },
  limits: FactsLimits,
  rules: readonly string[],
): Promise<CapturedViolation[]> {
  const mostOfRule = 40;
  const scope = globalThis as unknown as { axe: Engine; setTimeout: unknown; clearTimeout: unknown };
  // The page's clock stands still: what the engine puts off to a later moment is done at once.
  scope.setTimeout = (work: () => void) => {
    void Promise.resolve().then(work);
    return 0;
  };
  scope.clearTimeout = () => undefined;
  const dom = kits.domKit();
  const { violations } = await scope.axe.run(dom.document, {
    runOnly: { type: 'rule', values: rules },
    resultTypes: ['violations'],
    elementRef: true,
    selectors: false,
    iframes: false,
    preload: false,
    pingWaitTime: 0,
  });
  const { drawn } = kits.visibleKit(dom).walk(limits, limits.partMs);
  const names = kits.namesKit(dom, drawn);
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.slice(0, mostOfRule).flatMap(({ element, any, all, none }) => {
      if (element === undefined) return [];
      const text = names.text(element) || names.accessibleName(element, 'img') || '';
      const said = [...any, ...all, ...none].map(({ message }) => message ?? '');
      const box = dom.box(element);
      return [
        {
          rule: id,
          box: { x: box.x, y: box.y, width: box.width, height: box.height },
          impact: (impact ?? 'moderate') as CapturedViolation['impact'],
          message: said.join(' ').slice(0, 300),
          text: text.slice(0, 100),
        },
      ];
    }),
  );
}
