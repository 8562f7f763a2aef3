import { benchAction } from './action.ts';
import { benchCapture } from './capture.ts';
import { benchChanges } from './changes.ts';
import { benchCost } from './cost.ts';
import { benchCreate } from './create.ts';
import { benchDeliver } from './deliver.ts';
import { benchDiff } from './diff.ts';
import { benchList } from './list.ts';
import { benchMemory } from './memory.ts';
import { benchPage } from './page.ts';
import { benchPdf } from './pdf.ts';
import { benchRead } from './read.ts';
import { benchScale } from './scale.ts';
import { benchSecondOpinion } from './second-opinion.ts';
import { benchStart } from './start.ts';
import type { Result } from './support/measure.ts';
import { createWorld, type World } from './support/world.ts';

const inWorld = (role: 'web' | 'all', run: (world: World) => Promise<Result[]>) => async (): Promise<Result[]> => {
  const world = await createWorld(role);
  try {
    return await run(world);
  } finally {
    await world.close();
  }
};

/** The parts by name, in the order of the table. `run` may print details that the table has no room for. */
export const parts: Record<string, { title: string; run(verbose: boolean): Promise<Result[]> }> = {
  read: { title: 'Reading a review', run: inWorld('web', benchRead) },
  list: { title: 'Listing reviews', run: inWorld('web', benchList) },
  create: { title: 'Creating a review', run: inWorld('web', benchCreate) },
  deliver: { title: 'From a decision to its webhook', run: inWorld('all', benchDeliver) },
  scale: { title: 'With 1,000,000 reviews stored', run: benchScale },
  capture: { title: 'Captures', run: benchCapture },
  diff: { title: 'Differences between images', run: benchDiff },
  pdf: { title: 'PDFs', run: benchPdf },
  page: { title: 'The reviewer’s page', run: inWorld('web', benchPage) },
  action: { title: 'The Action', run: inWorld('web', benchAction) },
  changes: { title: 'A pull request that changes little', run: benchChanges },
  start: { title: 'Start and memory', run: benchStart },
  memory: { title: 'Memory under load', run: benchMemory },
  cost: { title: 'What it costs', run: benchCost },
  'second-opinion': { title: 'The second opinion', run: benchSecondOpinion },
};
