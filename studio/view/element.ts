type Child = Node | string | null | false;

/** Settings of `element`: attributes and properties by name, handlers as `onclick`, classes as `class`. */
export type ElementOptions = Readonly<Record<string, unknown>>;

/**
 * Creates an HTML element. Options that are functions, or that are properties of the element, are set as properties, all others
 * as attributes. Undefined, null and false are ignored.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  options: ElementOptions = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') Object.assign(made, { [key]: value });
    else made.setAttribute(key, value === true ? '' : String(value));
  }
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false));
  return made;
}

/** Returns a button with an icon, text, or both. `label` is its accessible name if it shows no text. */
export function button(
  options: ElementOptions & { onclick: () => void },
  ...children: Child[]
): HTMLButtonElement {
  return element('button', { type: 'button', ...options }, ...children);
}

/** Sets the text of an element only if it differs, so that screen readers do not read it twice. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

let count = 0;

/** Returns an identifier that no other element has, for labels and their elements. */
export function uniqueId(stem: string): string {
  return `${stem}-${++count}`;
}
