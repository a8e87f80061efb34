type Child = Node | string | null | false;

/** What `element` sets: attributes and properties by name, handlers as `onclick`, classes as `class`. */
export type ElementOptions = Readonly<Record<string, unknown>>;

/**
 * Makes an HTML element. Options that are functions or that the element has as a property are set as properties, all
 * others as attributes; undefined, null and false are left out.
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

/** A button with a picture, words, or both. `label` is what it is called where it shows no words. */
export function button(
  options: ElementOptions & { onclick: () => void },
  ...children: Child[]
): HTMLButtonElement {
  return element('button', { type: 'button', ...options }, ...children);
}

/** Sets the text of an element only when it differs, so that nothing is read out twice. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

let count = 0;

/** A name that no other element has, for labels and what they name. */
export function uniqueId(stem: string): string {
  return `${stem}-${++count}`;
}
