import type { Unfit } from './messages.ts';
import type { Pdfium, Pointer } from './pdfium.ts';

/** The FPDF_ERR_* codes that are distinguished. */
const PASSWORD_WANTED = 4;
const UNKNOWN_SECURITY = 5;
const FORM_INFO_BYTES = 256;

export class Unopened extends Error {
  readonly why: Unfit;

  constructor(why: Unfit) {
    super(why);
    this.why = why;
  }
}

export interface OpenDocument {
  document: Pointer;
  /** The form fields' state, for drawing them; 0 when PDFium has none */
  form: Pointer;
  pages: number;
  close(): void;
}

function reasonOf(pdfium: Pdfium): Unfit {
  const code = pdfium._FPDF_GetLastError();
  if (code === PASSWORD_WANTED) return 'locked';
  return code === UNKNOWN_SECURITY ? 'locked_otherwise' : 'damaged';
}

function hasFirstPage(pdfium: Pdfium, document: Pointer): boolean {
  const size = pdfium.wasmExports.malloc(8);
  const found = pdfium._FPDF_GetPageSizeByIndexF(document, 0, size) !== 0;
  pdfium.wasmExports.free(size);
  return found;
}

/**
 * Creates the form environment without callbacks: fields are drawn as the file has them, and neither scripts nor
 * actions run.
 */
function formOf(pdfium: Pdfium, document: Pointer): { form: Pointer; info: Pointer } {
  const info = pdfium.wasmExports.malloc(FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  // Its first field is the structure's version.
  pdfium.HEAPU8[info] = 2;
  return { form: pdfium._FPDFDOC_InitFormFillEnvironment(document, info), info };
}

/**
 * Opens a document with the empty password, which also opens files that are only protected against changes. @throws
 * Unopened
 */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array, withForm: boolean): OpenDocument {
  const { malloc, free } = pdfium.wasmExports;
  // PDFium reads from here for as long as the document is open.
  const copy = malloc(bytes.length);
  pdfium.HEAPU8.set(bytes, copy);
  const document = pdfium._FPDF_LoadMemDocument(copy, bytes.length, 0);
  if (document === 0) {
    const why = reasonOf(pdfium);
    free(copy);
    throw new Unopened(why);
  }
  const pages = pdfium._FPDF_GetPageCount(document);
  const why = pages <= 0 ? 'no_pages' : hasFirstPage(pdfium, document) ? null : 'damaged';
  const formed = withForm && why === null ? formOf(pdfium, document) : { form: 0, info: 0 };
  const close = (): void => {
    if (formed.form !== 0) pdfium._FPDFDOC_ExitFormFillEnvironment(formed.form);
    pdfium._FPDF_CloseDocument(document);
    if (formed.info !== 0) free(formed.info);
    free(copy);
  };
  if (why === null) return { document, form: formed.form, pages, close };
  close();
  throw new Unopened(why);
}
