import { it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { expectBarsInPlace } from './support/bars-page.ts';

it('bars of a tall page lie once at its edges, and what fills the screen stays on the first one', () =>
  expectBarsInPlace(viewports.desktop));
