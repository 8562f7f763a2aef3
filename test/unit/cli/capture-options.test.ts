import { expect, test } from 'vitest';
import { readCapture } from '../../../server/cli/capture-options.ts';

test('the options of a state become the fields of a capture', () => {
  const values = {
    step: ['click h1', 'wait nav'],
    state: 'menu open',
    viewport: ['mobile'],
    'reduced-motion': 'false',
  };
  const fields = { steps: values.step, state: values.state, viewports: values.viewport, reduced_motion: false };
  expect(readCapture(values)).toEqual(fields);
});
