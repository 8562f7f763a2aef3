/**
 * Sets a declaration in every rule of exactly this selector that already has the property.
 * @throws Error when no rule of the selector has it
 */
export function setDeclaration(css: string, selector: string, property: string, value: string): string {
  let found = false;
  const changed = css.replace(/([^{}]+)\{([^{}]*)\}/g, (rule: string, head: string, body: string) => {
    if (head.trim() !== selector) return rule;
    const declaration = new RegExp(`(^|[\\s;])${property}\\s*:[^;]*;`);
    if (!declaration.test(body)) return rule;
    found = true;
    return `${head}{${body.replace(declaration, `$1${property}: ${value};`)}}`;
  });
  if (!found) throw new Error(`No rule "${selector}" sets ${property}.`);
  return changed;
}
