import type { Input } from '../../contract/client.ts';
import { emptyFields, fieldsOf, type MarkFields, sameFields } from '../../contract/mark-fields.ts';
import { DomainError, invalid, unusable } from '../failure.ts';
import { newId, randomBase62 } from '../ids.ts';
import { imageFolder, referenceImageUrl, toColumns, toFields } from '../mark/fields.ts';
import { lookUnder } from '../mark/follow-on.ts';
import { makeMark, placeOf, requireBox, requireReferenceImage } from '../mark/make-mark.ts';
import type { Place } from '../mark/rules.ts';
import { countMarkImages, findNumberByClientId, insertMarkImage, type PlacedMark } from '../mark/store.ts';
import type { Handler } from '../ports.ts';
import { findReview } from '../review/store.ts';
import { readMaps } from '../shot/element-file.ts';
import { listComparedShots } from '../shot/store.ts';
import { readFileSource } from '../upload/read-file-source.ts';
import { asReviewer, keepMark, requireMark, requireMarking } from './as-reviewer.ts';

export const placeMark: Handler<'place_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    // A repeat after a lost answer finds its mark, whatever has happened to the review since.
    if ((await findNumberByClientId(tx, scene.chain, input.client_mark_id)) !== null) return;
    if (scene.unsent.some(({ made }) => made?.clientMarkId === input.client_mark_id)) return;
    requireMarking(scene);
    const shotOf = <Shot extends { position: number }>(shots: readonly Shot[]): Shot => {
      const shot = shots.find((each) => each.position === input.screenshot_index);
      if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
      return shot;
    };
    const made = await makeMark(ports, tx, scene, shotOf, {
      kind: input.kind,
      place: placeOf(input.kind, input),
      fields: { ...emptyFields, ...fieldsOf(input) },
      author: input.author,
      source: 'reviewer',
      clientMarkId: input.client_mark_id,
    });
    await keepMark(tx, scene, made);
  });

type Edit = Input<'edit_mark'>;

/** Returns the fields after the edit. A box that becomes a point loses its strokes. */
const wantedFields = (baseUrl: string, mark: PlacedMark, edit: Edit): MarkFields => ({
  ...toFields(baseUrl, mark),
  ...(edit.kind === 'point' ? { strokes: [] } : {}),
  ...fieldsOf(edit),
});

/** Returns where the edit moves the mark; fields that it leaves out keep their values. */
const wantedPlace = (mark: PlacedMark, edit: Edit): Place =>
  placeOf(edit.kind ?? mark.kind, {
    x: edit.x ?? mark.place.x,
    y: edit.y ?? mark.place.y,
    width: edit.width ?? mark.place.width,
    height: edit.height ?? mark.place.height,
  });

/**
 * Returns whether the mark already is as the edit wants it, so that there is nothing to do and nothing to lose. `index`
 * is the position of its screenshot.
 */
function isAsWanted(baseUrl: string, mark: PlacedMark, index: number | undefined, edit: Edit): boolean {
  const [is, wanted] = [mark.place, wantedPlace(mark, edit)];
  const pairs: [unknown, unknown][] = [
    [edit.kind ?? mark.kind, mark.kind],
    [edit.screenshot_index ?? index, index],
    [wanted.x, is.x],
    [wanted.y, is.y],
    [wanted.width, is.width],
    [wanted.height, is.height],
  ];
  const isSame = sameFields(wantedFields(baseUrl, mark, edit), toFields(baseUrl, mark));
  return isSame && pairs.every(([one, other]) => one === other);
}

/** Refuses a late edit. @throws DomainError `conflict` when somebody changed the mark after the editor had read it */
function refuseLate(mark: PlacedMark, seen: string): void {
  const at = new Date(seen).getTime();
  if (Number.isNaN(at)) throw invalid('after_update', 'Send the `updated_at` of the mark as it was read.');
  if (at === mark.updatedAt.getTime()) return;
  throw new DomainError(
    'conflict',
    `Somebody changed mark ${mark.number} in the meantime. Read its current text before you change it.`,
  );
}

export const editMark: Handler<'edit_mark'> = (ports, actor, input) =>
  asReviewer(ports, actor, async (tx, scene) => {
    requireMarking(scene);
    const { row } = scene;
    const { baseUrl } = ports.settings;
    const mark = await requireMark(tx, scene, input.mark_id);
    const shots = await listComparedShots(tx, row.workspaceId, [row.id]);
    const current = shots.find((each) => each.id === mark.shotId);
    if (input.after_update !== undefined) {
      // A repeat after a lost answer is late as well, but finds the mark as it wanted it.
      if (isAsWanted(baseUrl, mark, current?.position, input)) return;
      refuseLate(mark, input.after_update);
    }
    const kind = input.kind ?? mark.kind;
    requireBox(kind, input.strokes);
    await requireReferenceImage(tx, scene.chain, input.reference_image_url);
    const edited: PlacedMark = {
      ...mark,
      kind,
      // Makes sure that two edits within a millisecond, or by machines with different clocks, have different times.
      updatedAt: new Date(Math.max(scene.now.getTime(), mark.updatedAt.getTime() + 1)),
      ...toColumns(wantedFields(baseUrl, mark, input)),
    };
    const places = [input.x, input.y, input.width, input.height, input.screenshot_index];
    if (kind === mark.kind && places.every((each) => each === undefined)) {
      return keepMark(tx, scene, edited);
    }
    const shot =
      input.screenshot_index === undefined ? current : shots.find((each) => each.position === input.screenshot_index);
    if (shot === undefined) throw invalid('screenshot_index', 'There is no screenshot with this index.');
    const place = wantedPlace(mark, input);
    const under = await lookUnder(shot, shots, place, readMaps(ports));
    await keepMark(tx, scene, { ...edited, shotId: shot.id, place, ...under });
  });

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
