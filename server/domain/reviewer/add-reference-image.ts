import { DomainError, invalid, unusable } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import { imageFolder, referenceImageUrl } from '../mark/fields.ts';
import { countMarkImages, insertMarkImage } from '../mark/store.ts';
import type { Handler } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { readFileSource } from '../upload/read-file-source.ts';
import { asReviewer, requireMarking } from './as-reviewer.ts';

/** The most images that the marks of a chain may have, those of fixes included. */
const MAX_IMAGES = 500;

/**
 * Stores an image for a mark that refers to it afterwards. One that no mark refers to is deleted within days.
 * @throws DomainError when the review takes no marks, or the image cannot be used
 */
export const addReferenceImage: Handler<'add_reference_image'> = async (ports, actor, input) => {
  const source = readFileSource(input.image, 'image', ports.settings.maxImageBytes);
  if (!('bytes' in source)) throw invalid('image', 'Send the `image` itself, as a data URL or base64.');
  const review = await findReview(ports.db, actor.workspaceId, actor.reviewId);
  const { bytes, contentType } = await ports.images.read(source.bytes).catch((error: unknown) => {
    throw ports.images.isRefusal(error) ? unusable('image', error.message) : error;
  });
  const chain = { workspaceId: actor.workspaceId, chainId: review?.chainId ?? '' };
  const key = `${imageFolder(chain)}/${newId(ports.clock())}.${contentType.replace('image/', '')}`;
  const capability = randomBase62(27);
  await ports.storage.put(key, bytes);
  try {
    await asReviewer(ports, actor, async (tx, scene) => {
      requireMarking(scene);
      if ((await countMarkImages(tx, scene.chain)) >= MAX_IMAGES) {
        throw new DomainError('conflict', `The marks of this review have ${MAX_IMAGES} images, the most they may.`);
      }
      await insertMarkImage(tx, scene.chain, { capability, key, createdAt: scene.now });
    });
  } catch (error) {
    await ports.storage.remove(key);
    throw error;
  }
  return { reference_image_url: referenceImageUrl(ports.settings.baseUrl, capability) };
};
