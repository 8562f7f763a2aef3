import { expect, test } from 'vitest';
import { createKeep } from '../../../server/web/shared/kept-token.ts';
import { createMemory } from '../../../server/web/shared/memory.ts';
import { browserStorage } from '../../web/support/browser-storage.ts';

const held = (token: string) => ({ token, expiresAt: null });

test.each([
  ['of the tab', 'in-tab', [held('on-device'), true]],
  ['of the device, behind the tab’s', 'on-device', [held('in-tab'), false]],
  ['that another one has replaced', 'former', [held('in-tab'), false]],
])('a token %s that no longer works leaves the others', (_name, ended, [left, remembered]) => {
  const [device, tab] = [browserStorage(), browserStorage()];
  const open = () =>
    createKeep(
      createMemory(() => device),
      createMemory(() => tab),
    );
  open().take(held('on-device'), true);
  tab.setItem('sightline:token', JSON.stringify(held('in-tab')));
  const keep = open();
  keep.drop(ended);
  expect([keep.held.value, keep.remembered.value]).toEqual([left, remembered]);
  expect(open().held.value).toEqual(left);
  keep.drop('in-tab');
  keep.drop('on-device');
  expect([keep.held.value, keep.remembered.value, device.length, tab.length]).toEqual([null, false, 0, 0]);
});
