import { expect, test } from 'vitest';
import { DomainError } from '../../../server/domain/failure.ts';
import { despiteLostImages, ImageLost } from '../../../server/domain/shot/image-lost.ts';

/** Fails with these errors, one after the other, and then returns how often it ran. */
function failing(...errors: Error[]) {
  let runs = 0;
  return async () => {
    const error = errors[runs];
    runs += 1;
    if (error !== undefined) throw error;
    return runs;
  };
}

test('a request whose shared image was deleted meanwhile is made once more', async () => {
  expect(await despiteLostImages(failing())).toBe(1);
  expect(await despiteLostImages(failing(new ImageLost()))).toBe(2);
});

test('it is refused when that happens again, and any other refusal stands', async () => {
  await expect(despiteLostImages(failing(new ImageLost(), new ImageLost()))).rejects.toThrow('a moment ago');
  const other = new DomainError('unavailable', 'The service is stopping.');
  await expect(despiteLostImages(failing(other))).rejects.toBe(other);
});
