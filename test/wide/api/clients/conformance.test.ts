import { expect, test } from 'vitest';
import { type Found, failsIn, requiredOf, runConformance, withAny } from '../../../api/clients/support/conformance.ts';
import { startFixtures } from '../../../api/clients/support/conformance-fixtures.ts';

/** The official suite against the fixtures that it requires, behind the route code of the service. */
const push =
  'before 2026-07-28 a server asks the client by a request of its own, which needs a session that one process keeps; ' +
  'any replica answers any request here, and no tool of ours asks';
const tasks = 'an extension that nothing here needs: wait_for_decision is bounded and is called again';

/** Required scenarios that fail, and scenarios that run without counting, each with its reason. */
const revisions = [
  {
    revision: '2025-11-25',
    least: 26,
    required: 30,
    misses: {
      'tools-call-sampling': push,
      'tools-call-elicitation': push,
      'elicitation-sep1034-defaults': push,
      'elicitation-sep1330-enums': push,
    },
    unscored: {},
    warned: {
      'server-sse-multiple-streams':
        'it looks for a session id; there are no sessions, and the streams are independent',
      'server-sse-polling':
        'a stream that is cut is not resumed: the client calls again, and every tool may be repeated',
    },
  },
  {
    revision: '2026-07-28',
    least: 37,
    required: 37,
    misses: {},
    unscored: {
      'tasks-lifecycle': tasks,
      'tasks-capability-negotiation': tasks,
      'tasks-wire-fields': tasks,
      'tasks-request-state-removal': tasks,
      'tasks-mrtr-input': tasks,
      'tasks-request-headers': tasks,
      'tasks-dispatch-and-envelope': tasks,
      'tasks-required-task-error': tasks,
      'tasks-mrtr-composition': tasks,
    },
    warned: {},
  },
];

/**
 * Scenarios that listen to a stream for half a second. On a busy machine they may receive nothing in that time, and are
 * repeated alone.
 */
const timed = ['server-stateless'];
const MAX_ASKED = 6;

/** Returns the results of the suite for a revision. */
async function judge(revision: string): Promise<Found> {
  const ask = (...which: string[]) =>
    runConformance(['server', '--url', fixtures.url, '--timeout', '120000', ...which]);
  const { scenarios } = await ask('--requirements', revision);
  for (const name of timed) {
    for (let asked = 1; asked < MAX_ASKED && failsIn({ scenarios }, name); asked += 1) {
      const alone = await ask('--scenario', name, '--spec-version', revision);
      scenarios.set(name, alone.scenarios.get(name) ?? []);
    }
  }
  return { scenarios };
}

const fixtures = await startFixtures();
/** The runs of all revisions start at once, because they mostly wait. */
const runs = new Map(revisions.map(({ revision }) => [revision, judge(revision)]));

test.each(revisions)('the service meets the requirements of $revision, with listed exceptions', async (expected) => {
  const { revision, least, misses, unscored, warned } = expected;
  const outcome = await runs.get(revision);
  if (outcome === undefined) throw new Error('It was not started');
  const required = await requiredOf(revision);
  expect(required).toHaveLength(expected.required);
  expect([...outcome.scenarios.keys()]).toEqual(expect.arrayContaining(required));
  const failed = withAny(outcome, 'FAILURE');
  const passed = required.filter((name) => !failed.includes(name));
  // In both directions: a failure that is not listed, and a listed one that passes.
  expect(failed.sort()).toEqual([...Object.keys(misses), ...Object.keys(unscored)].sort());
  expect(withAny(outcome, 'WARNING').sort()).toEqual(Object.keys(warned).sort());
  expect(passed.length).toBeGreaterThanOrEqual(least);
  const warnings = passed.filter((name) => name in warned);
  const unrequired = outcome.scenarios.size - required.length;
  console.log(
    `conformance ${revision}: ${passed.length}/${required.length} required scenarios` +
      ` (${warnings.length} with a warning)${Object.keys(misses)
        .map((name) => `, missed ${name}`)
        .join('')}; ` +
      `${unrequired - Object.keys(unscored).length}/${unrequired} that do not count`,
  );
});
