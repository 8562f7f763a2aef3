// Renders the templates with the content into a folder: node build.mjs <folder>
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;

const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const look = (scope, path) => (path === '.' ? scope['.'] : path.split('.').reduce((value, key) => value?.[key], scope));

/** `{{path}}` is a value, `{{{path}}}` is HTML, `{{#path}}…{{/path}}` repeats for a list and shows once for a value. */
export function render(template, scope) {
  const sections = template.replace(/\{\{#([\w.]+)\}\}([\s\S]*?)\{\{\/\1\}\}/g, (_, path, body) => {
    const value = look(scope, path);
    const items = Array.isArray(value) ? value : value ? [value] : [];
    return items
      .map((item) => render(body, typeof item === 'object' ? { ...scope, ...item } : { ...scope, '.': item }))
      .join('');
  });
  return sections
    .replace(/\{\{\{([\w.]+)\}\}\}/g, (_, path) => look(scope, path) ?? '')
    .replace(/\{\{([\w.]+)\}\}/g, (_, path) => escapeHtml(look(scope, path) ?? ''));
}

export async function build(target, source = here) {
  const content = JSON.parse(await readFile(join(source, 'content.json'), 'utf8'));
  const template = (name) => readFile(join(source, 'templates', `${name}.html`), 'utf8');
  const layout = await template('layout');
  for (const page of content.pages) {
    const nav = content.pages.map((item) => ({
      ...item,
      current: item.path === page.path ? 'aria-current="page"' : '',
    }));
    const main = render(await template(page.template), { ...content, ...content[page.template] });
    const file = join(target, page.path, 'index.html');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, render(layout, { ...content, page, nav, main }));
  }
  await cp(join(source, 'styles'), join(target, 'styles'), { recursive: true });
  await cp(join(source, 'assets'), join(target, 'assets'), { recursive: true });
  return content.pages.map((page) => page.path);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const target = process.argv[2];
  if (!target) {
    console.error('Usage: node build.mjs <folder>');
    process.exit(1);
  }
  const paths = await build(resolve(target));
  console.log(`Built ${paths.join(' ')} into ${target}`);
}
