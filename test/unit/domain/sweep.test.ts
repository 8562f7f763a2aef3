import { expect, test } from 'vitest';
import { ownerOf } from '../../../server/domain/retention/sweep-files.ts';

const id = (letter: string) => letter.repeat(26);
const workspaceId = id('w');

test.each([
  [`${workspaceId}/${id('r')}/${id('s')}/difference.png`, 'shot', id('s')],
  [`${workspaceId}/images/${id('i')}/tile-0.png`, 'image', id('i')],
  [`${workspaceId}/${id('r')}/document-1`, 'review', id('r')],
  [`${workspaceId}/${id('r')}/printout-${id('p')}.pdf`, 'printout', id('p')],
  [`${workspaceId}/after-${id('c')}/3-image.png`, 'chain', id('c')],
  [`${workspaceId}/uploads/${id('u')}-${id('a')}`, 'upload', id('u')],
])('%s is named by a row', (key, kind, owner) => {
  expect(ownerOf(key)).toEqual({ kind, workspaceId, id: owner });
});

test.each(['probes/1', `${workspaceId}/${id('r')}/${id('s')}/shot.png.part`])('%s belongs to nobody', (key) => {
  expect(ownerOf(key)).toEqual({ kind: 'nobody' });
});

test.each([
  'notes.txt',
  `${workspaceId}/${id('r')}`,
  `other/${id('r')}/${id('s')}/shot.png`,
  `${workspaceId}/${id('r')}/${id('s')}`,
  `${workspaceId}/${id('r')}/${id('s')}/more/shot.png`,
  `${workspaceId}/${id('r')}/document-1/more`,
  `${workspaceId}/after-${id('c')}/more/3-image.png`,
  `${workspaceId}/after-short/3-image.png`,
  `${workspaceId}/uploads/${id('u')}`,
  `${workspaceId}/uploads/${id('u')}-${id('a')}/more`,
  `${workspaceId}/images/${id('i')}`,
  `${workspaceId}/images/${id('i')}/more/image.png`,
  `${workspaceId}/images/short/image.png`,
  `${workspaceId}/backup/shot.png`,
])('%s is not ours', (key) => {
  expect(ownerOf(key)).toBeNull();
});
