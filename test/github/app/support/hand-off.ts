import type { Review } from '../../../../server/contract/review.ts';
import { newPin } from './review.ts';
import type { Bench, Registered } from './start-app.ts';

/** The files of a repository with a workflow for a fixing agent, which its settings must enable. */
export const workflow = { '.github/workflows/sightline-fix.yml': 'on: workflow_dispatch\n' };
export const settings = 'fixer: workflow_dispatch\n';

export async function askForChanges(bench: Bench, registered: Registered): Promise<Review> {
  const work_packets = { pins: [newPin({ body: 'Move it @everyone' })], must_fix: [] };
  return (await bench.settle(registered, 'changes_requested', { work_packets })).review;
}
