import { expect, test } from 'vitest';
import { createSecrets } from '../../../server/adapters/secrets/index.ts';
import { elementsPart, fileKey } from '../../../server/domain/shot/files.ts';

test('the address of elements depends on the workspace: ids of one millisecond are neighbours', () => {
  const secrets = createSecrets('a key');
  const parts = ['one', 'other'].map((workspaceId) =>
    elementsPart({ secrets }, fileKey({ workspaceId, reviewId: 'review', id: 'shot' }, 'elements.json.gz')),
  );
  expect(new Set(parts).size).toBe(2);
});
