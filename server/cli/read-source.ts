import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Input } from '../contract/client.ts';
import { pageUrl } from '../contract/page-url.ts';
import { countTogether, MAX_FIRST_IMAGES, type Shot } from '../contract/send-shots.ts';
import { type CaptureRequest, captureHere } from './capture-here.ts';
import type { Context } from './command.ts';
import { UsageError } from './failure.ts';
import { isLocalAddress } from './local-address.ts';

type CreateInput = Input<'create_review'>;

/** What a review is made from: what its creation carries, and what is added afterwards, in order. */
export interface Source {
  first: Partial<CreateInput>;
  further: Shot[];
  /** How many pages or images the creation carries. */
  firstCount: number;
  /** Names it in a title when none is given. */
  name: string;
  /** Whether it shows pages, which are labelled by their paths. */
  ofPages: boolean;
}

export interface CaptureOptions extends CaptureRequest {
  /** Paths of the given sites, instead of the addresses themselves. */
  pages?: string[];
  /** Where every page is captured, whatever its address. */
  place?: 'here' | 'service';
}

const maxShots = 1000;

/** Such as `localhost:3000/pricing` or `shop.example:8080`; a file may have such a name too. */
const looksLikeAddress = (word: string) =>
  /^(localhost|[\w-]+(\.[\w-]+)+|\[[\da-f:]+\])(:\d{1,5})(\/.*)?$|^localhost(\/.*)?$/i.test(word);
const isAddress = (word: string) => /^https?:\/\//i.test(word);

/**
 * Reads everything, and captures what is captured here, before anything is sent or paid for.
 * @throws UsageError that names what is wrong · CommandError when a page cannot be captured here
 */
export async function readSource(
  words: readonly string[],
  capture: CaptureOptions,
  labels: string[],
  context: Pick<Context, 'terminal' | 'session'>,
): Promise<Source> {
  const { pages: paths, place, ...request } = capture;
  const sites = words.filter(isAddress);
  if (sites.length > 0) {
    const others = words.filter((word) => !isAddress(word));
    if (others.length > 0 && paths === undefined) throw new UsageError('Give either addresses or files, not both.');
    if (labels.length > 0) throw new UsageError('--label is for images; pages are labelled by their paths.');
    const wrong = sites.find((site) => !URL.canParse(site));
    if (wrong !== undefined) throw new UsageError(`"${wrong}" is not an address.`);
    const addresses = paths === undefined ? sites : sites.flatMap((site) => pagesOf(site, [...paths, ...others]));
    return fromPages([...new Set(addresses)], request, place, context);
  }
  if (Object.keys(capture).length > 0) {
    throw new UsageError(
      '--pages, --capture, --header, --cookie, --wait-for, --mask, --viewport, --step, --colour-scheme, --reduced-motion, --locale and --state are for addresses of pages.',
    );
  }
  const files = await Promise.all(words.map(async (path) => ({ path, bytes: await read(path) })));
  const [only, ...others] = files;
  const kind = files.map(({ path, bytes }) => kindOf(path, bytes)).find((each) => each !== 'image');
  if (only === undefined || kind === undefined) return fromImages(files, labels);
  if (others.length > 0) throw new UsageError(`A .${kind} file makes a review of its own. Give it alone.`);
  const name = basename(only.path);
  const content = kind === 'pdf' ? { pdf: only.bytes.toString('base64') } : { html: textOf(only) };
  return { first: content, further: [], firstCount: 1, name, ofPages: false };
}

/**
 * Returns the images or pages of a source, to add to an existing review. @throws UsageError for a file that makes a
 * review of its own
 */
export function additionsOf({ first, further }: Source): Shot[] {
  const { images, capture_url, page_url, pdf, html, ...capture } = first;
  if (pdf !== undefined || html !== undefined) {
    throw new UsageError('A PDF or email makes a review of its own: sightline review FILE');
  }
  const items = (images ?? []).map((item) => (typeof item === 'string' ? { image: item } : item));
  const pages = page_url === undefined ? [] : [{ ...capture, capture_url: true, page_url }];
  return [...items, ...pages, ...further];
}

async function read(path: string): Promise<Buffer> {
  try {
    const bytes = await readFile(path);
    if (bytes.length === 0) throw new UsageError(`${path} is empty.`);
    return bytes;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const why =
      code === 'ENOENT' ? 'is not there' : code === 'EISDIR' ? 'is a folder: name its files' : 'is unreadable';
    if (code === 'ENOENT' && looksLikeAddress(path)) {
      throw new UsageError(`There is no file ${path}. Did you mean the address http://${path}?`);
    }
    throw new UsageError(`${path} ${why}. Give images, one .pdf or .html file, or http(s) addresses.`);
  }
}

/** Returns the text of an HTML file. @throws UsageError when its letters would be shown as others */
function textOf({ path, bytes }: { path: string; bytes: Buffer }): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  throw new UsageError(`${path} is not UTF-8 text. Save it as UTF-8.`);
}

function kindOf(path: string, bytes: Buffer): 'image' | 'pdf' | 'html' {
  if (imageType(bytes) !== null) return 'image';
  // PDF readers accept some bytes before the header, and so does the service.
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'pdf';
  if (/^\.html?$/i.test(extname(path))) return 'html';
  throw new UsageError(`${path} is not a PNG, JPEG, WebP, PDF or .html file.`);
}

/** Returns the media type by the first bytes, because a name proves nothing. */
function imageType(bytes: Buffer): string | null {
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : null;
}

function fromImages(files: { path: string; bytes: Buffer }[], labels: string[]): Source {
  if (files.length > maxShots) throw new UsageError(`${files.length} images are too many: a review holds ${maxShots}.`);
  if (labels.length > files.length) throw new UsageError('There are more labels than images.');
  const named = labelsOf(files.map(({ path }) => path)).map((label, at) => labels[at] ?? label);
  const twice = named.find((label, at) => named.indexOf(label) !== at);
  if (twice !== undefined) throw new UsageError(`Two images are labelled "${twice}". Give each its own --label.`);
  const items = files.map(({ bytes }, at) => ({
    image: `data:${imageType(bytes)};base64,${bytes.toString('base64')}`,
    label: named[at] ?? '',
  }));
  return { ...splitImages(items), name: named[0] ?? '', ofPages: false };
}

/** Returns the files' names without extension; where these are not distinct, their paths. */
function labelsOf(paths: readonly string[]): string[] {
  const short = (path: string) => basename(path, extname(path)).slice(-120);
  const shorts = paths.map(short);
  return paths.map((path) => {
    const label = short(path);
    return shorts.filter((other) => other === label).length > 1 ? path.slice(-120) : label;
  });
}

/** Returns the addresses of a site's pages. `--pages / /pricing` leaves all paths but the first among the arguments. */
function pagesOf(site: string, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const page = pageUrl(site, path);
    if (page === null)
      throw new UsageError(`--pages takes paths that start with one "/", such as /pricing: not "${path}".`);
    return page;
  });
}

async function fromPages(
  addresses: readonly string[],
  request: CaptureRequest,
  place: CaptureOptions['place'],
  context: Pick<Context, 'terminal' | 'session'>,
): Promise<Source> {
  const most = maxShots / 2;
  if (addresses.length > most) {
    throw new UsageError(`${addresses.length} pages are too many: a review holds ${most}, each with two screenshots.`);
  }
  const { host, pathname } = new URL(addresses[0] ?? '');
  const name = host + pathname.replace(/\/$/, '');
  const isHere = (address: string) => (place === undefined ? isLocalAddress(address) : place === 'here');
  const here = addresses.filter(isHere);
  const pages = addresses
    .filter((address) => !isHere(address))
    .map((page_url) => ({ capture_url: true, page_url, ...request }));
  if (here.length === 0) {
    const [first = {}, ...further] = pages;
    return { first, further, firstCount: 1, name, ofPages: true };
  }
  // A missing token is reported before the pages are captured, which takes time.
  context.session();
  const { first, further, firstCount } = splitImages(await captureHere(here, request, context.terminal.note));
  return { first, further: [...further, ...pages], firstCount, name, ofPages: true };
}

/** Splits images into those that the creation carries, and those that are added afterwards. */
function splitImages(shots: readonly Shot[]): Pick<Source, 'first' | 'further' | 'firstCount'> {
  const items = shots.map(({ image = '', ...shot }) => ({ ...shot, image }));
  const firstCount = countTogether(items, MAX_FIRST_IMAGES);
  return { first: { images: items.slice(0, firstCount) }, further: items.slice(firstCount), firstCount };
}
