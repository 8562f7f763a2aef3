import { it } from 'vitest';
import { viewports } from '../../server/capture/index.ts';
import { expectBarsInPlace } from './support/bars-page.ts';

it('a tall page shows each bar once at its edge, and parts as tall as the screen only on the first screen', () =>
  expectBarsInPlace(viewports.desktop));
