import { isUtf8 } from 'node:buffer';
import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { inputError } from '../error.ts';
import { isHttp } from '../inputs.ts';
import type { Material } from './source.ts';

const maxPdfBytes = 25_000_000;
const maxHtmlBytes = 1_000_000;

/**
 * Reads a PDF: an address goes to the service unchanged, a file is read. @throws ActionError that names what is wrong
 */
export async function readPdf(pdf: string, workspace: string): Promise<Material> {
  if (isHttp(pdf)) return { kind: 'pdf', pdf };
  const bytes = await readOne('pdf', pdf, workspace, maxPdfBytes);
  // PDF readers accept some bytes before the header, and so does the service.
  if (!bytes.subarray(0, 1024).includes('%PDF-')) {
    throw inputError('pdf', `${pdf} is not a PDF. Does the step that writes it come before this one?`);
  }
  return { kind: 'pdf', pdf: `data:application/pdf;base64,${bytes.toString('base64')}` };
}

/** Reads an email's HTML, as UTF-8. @throws ActionError that names what is wrong */
export async function readEmail(html: string, workspace: string): Promise<Material> {
  const bytes = await readOne('html', html, workspace, maxHtmlBytes);
  if (!isUtf8(bytes)) throw inputError('html', `${html} is not UTF-8 text. Save it as UTF-8.`);
  const text = bytes.toString('utf8');
  if (text.trim() === '') throw inputError('html', `${html} is empty. Give the file with the email's HTML.`);
  return { kind: 'html', html: text };
}

async function readOne(input: 'pdf' | 'html', given: string, workspace: string, maxBytes: number): Promise<Buffer> {
  const [root, file] = await Promise.all([realpath(workspace), realpath(resolve(workspace, given)).catch(() => null)]);
  const found = file === null ? null : await stat(file);
  if (file === null || found === null || !found.isFile()) {
    throw inputError(input, `there is no file ${given} in ${workspace}. Does an earlier step write it?`);
  }
  // A pull request may contain a link to a file outside the repository.
  if (!file.startsWith(root + sep)) {
    throw inputError(input, `${given} is outside of ${workspace}. Copy it there in a step before.`);
  }
  if (found.size > maxBytes) {
    throw inputError(input, `${given} is larger than the ${maxBytes / 1_000_000} MB that the service takes.`);
  }
  return readFile(file);
}
