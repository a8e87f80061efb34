import { XmlElement, XmlText } from '@rgrove/parse-xml';
import { InputError } from '../../input-error.ts';
import { quote } from '../mesh-cursor.ts';
import { basicShapes, pathOf, type Viewport } from './basic-shape.ts';
import { type Color, parseColor, parseFraction } from './color.ts';
import { meanOfStops } from './gradient.ts';
import { parseLength } from './length.ts';
import { identity, type Matrix, multiply, parseTransform } from './matrix.ts';
import type { Subpath } from './path.ts';
import type { StrokeStyle } from './stroke.ts';
import { localName, parseStyleSheet, type Style, type StyleSheet, styleOf } from './style.ts';

/** A drawn element: its path in local coordinates, the matrix from local coordinates to those of the drawing, and its paint. */
export interface Drawn {
  readonly name: string;
  readonly path: readonly Subpath[];
  readonly matrix: Matrix;
  readonly fill: Paint | null;
  readonly fillRule: 'nonzero' | 'evenodd';
  readonly stroke: (StrokeStyle & { readonly paint: Paint }) | null;
}

export interface Paint {
  /** Colour of the area. Null if the file does not specify one: it is black if the file specifies any other colour (see `outlineDrawn`). */
  readonly color: Color | null;
  readonly opacity: number;
}

/**
 * Limits against damaged files and files that multiply elements with <use>: on the nesting depth, the number of drawn elements, and the
 * number of visited elements.
 */
const deepest = 200;
const maxDrawn = 100_000;
const maxVisited = 300_000;
/** Maximum number of alternatives of one paint that are tried, as in `url(#a) url(#b) red`. */
const maxLinks = 10;
/** Maximum number of different warnings. */
const maxNotes = 50;

/** Elements that are not drawn at their position in the document, and for which there is no warning. */
const silent = new Set(
  'defs symbol style title desc metadata script linearGradient radialGradient pattern clipPath mask marker filter animate animateTransform animateMotion set view cursor font'.split(
    ' ',
  ),
);
const containers = new Set(['g', 'a', 'svg', 'switch']);

/** Walks through a drawing and collects the drawn elements in painting order. */
export class SvgWalk {
  readonly drawn: Drawn[] = [];
  private readonly notes = new Map<string, number>();
  private visited = 0;
  private readonly gradients = new Map<string, Color | null>();
  private readonly byId = new Map<string, XmlElement>();
  private readonly sheet: StyleSheet;
  private viewport: Viewport = { width: 100, height: 100 };

  constructor(
    private readonly root: XmlElement,
    private readonly text: string,
    private readonly name: string,
  ) {
    const css: string[] = [];
    forEachElement(root, (element) => {
      const { id } = element.attributes;
      if (id && !this.byId.has(id)) this.byId.set(id, element);
      if (localName(element) === 'style') css.push(ownText(element));
    });
    this.sheet = parseStyleSheet(css.join('\n'));
    for (const selector of this.sheet.unknown) {
      this.note(`styles for ${quote(selector)} were ignored: only names, .classes and #ids are supported`);
    }
  }

  /** Warnings about skipped content. Each text occurs once, with the number of its occurrences. */
  get warnings(): string[] {
    const words = [...this.notes].map(([note, count]) => (count > 1 ? `${note} (${count} times)` : note));
    if (words.length <= maxNotes) return words;
    return [...words.slice(0, maxNotes), `and ${words.length - maxNotes} more notes of this kind`];
  }

  /** The longer side of the root's view box, user units; 0 if the file has none. */
  get size(): number {
    const box = parseViewBox(this.root);
    return box ? Math.max(box[2], box[3]) : 0;
  }

  visitRoot(): void {
    const box = parseViewBox(this.root);
    const width = parseLength(this.root.attributes.width ?? '', 0);
    const height = parseLength(this.root.attributes.height ?? '', 0);
    if (box) this.viewport = { width: box[2], height: box[3] };
    else if (width > 0 && height > 0) this.viewport = { width, height };
    // preserveAspectRatio="none" stretches the view box to another aspect ratio.
    const isStretched = /^\s*none/.test(this.root.attributes.preserveAspectRatio ?? '');
    const stretch = box && isStretched && width > 0 && height > 0 ? (height * box[2]) / (width * box[3]) : 1;
    // The drawing's y is downward, the outline's y is upward.
    this.visit(this.root, [1, 0, 0, -stretch, 0, 0], {}, 1, 0);
  }

  private visit(element: XmlElement, around: Matrix, outer: Style, opacity: number, depth: number): void {
    const kind = localName(element);
    if (kind.includes(':') || silent.has(kind)) return;
    if (depth > deepest)
      throw this.fault(element, `expected at most ${deepest} nested groups, and no cycle of <use>`);
    if (++this.visited > maxVisited)
      throw this.fault(
        element,
        `expected at most ${maxVisited} elements, including those that <use> repeats`,
      );
    const style = this.styleOf(element, outer);
    if (style.display === 'none') return;
    for (const property of ['clip-path', 'mask', 'filter'] as const) {
      if (style[property] && style[property] !== 'none')
        this.note(`${property} was ignored: nothing is clipped`);
    }
    const matrix = multiply(around, this.transformOf(element));
    const shown = opacity * parseOpacity(style.opacity);
    if (shown === 0) return;
    if (basicShapes.has(kind)) this.draw(element, matrix, style, shown);
    else if (kind === 'use') this.use(element, matrix, style, shown, depth);
    else if (containers.has(kind)) {
      const inner = kind === 'svg' && depth > 0 ? multiply(matrix, this.placeViewBox(element)) : matrix;
      this.visitChildren(element, inner, style, shown, depth);
    } else if (kind === 'text') this.note('text was ignored: convert it to paths');
    else if (kind === 'image')
      this.note('a picture in the drawing was ignored: use it as a separate picture');
    else this.note(`<${kind}> was passed over`);
  }

  private visitChildren(
    element: XmlElement,
    matrix: Matrix,
    style: Style,
    opacity: number,
    depth: number,
  ): void {
    const children = element.children.filter((child) => child instanceof XmlElement);
    // A <switch> draws only its first child that is supported.
    const chosen =
      localName(element) === 'switch'
        ? children.filter((child) => localName(child) !== 'foreignObject').slice(0, 1)
        : children;
    for (const child of chosen) this.visit(child, matrix, style, opacity, depth + 1);
  }

  private use(element: XmlElement, matrix: Matrix, style: Style, opacity: number, depth: number): void {
    const { attributes } = element;
    const link = (attributes.href ?? attributes['xlink:href'] ?? '').trim();
    const target = link.startsWith('#') ? this.byId.get(link.slice(1)) : undefined;
    if (!target) {
      this.note(`<use> of ${quote(link)} was ignored: there is no such element in the file`);
      return;
    }
    const { width, height } = this.viewport;
    const x = parseLength(attributes.x ?? '', width) || 0;
    const y = parseLength(attributes.y ?? '', height) || 0;
    const placed = multiply(matrix, [1, 0, 0, 1, x, y]);
    if (localName(target) !== 'symbol') {
      this.visit(target, placed, style, opacity, depth + 1);
      return;
    }
    const inner = this.styleOf(target, style);
    if (inner.display === 'none') return;
    const fitted = multiply(placed, this.placeViewBox(target, attributes));
    this.visitChildren(target, fitted, inner, opacity * parseOpacity(inner.opacity), depth + 1);
  }

  /**
   * Returns the matrix that fits the view box of an inner <svg> or a <symbol> into its viewport. sides: attributes with the size of the
   * viewport and, for <svg>, its corner.
   */
  private placeViewBox(
    element: XmlElement,
    sides: Readonly<Record<string, string>> = element.attributes,
  ): Matrix {
    const isSvg = localName(element) === 'svg';
    const x = isSvg ? parseLength(sides.x ?? '', this.viewport.width) || 0 : 0;
    const y = isSvg ? parseLength(sides.y ?? '', this.viewport.height) || 0 : 0;
    const box = parseViewBox(element);
    if (!box) return [1, 0, 0, 1, x, y];
    const width = parseLength(sides.width ?? '100%', this.viewport.width);
    const height = parseLength(sides.height ?? '100%', this.viewport.height);
    if (!(width > 0 && height > 0)) return [1, 0, 0, 1, x, y];
    const aspect = element.attributes.preserveAspectRatio ?? '';
    let [scaleX, scaleY] = [width / box[2], height / box[3]];
    if (!/^\s*none/.test(aspect)) {
      scaleX = /slice/.test(aspect) ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
      scaleY = scaleX;
    }
    const fraction = (axis: 'x' | 'Y') =>
      aspect.includes(`${axis}Min`) ? 0 : aspect.includes(`${axis}Max`) ? 1 : 0.5;
    return [
      scaleX,
      0,
      0,
      scaleY,
      x - scaleX * box[0] + fraction('x') * (width - scaleX * box[2]),
      y - scaleY * box[1] + fraction('Y') * (height - scaleY * box[3]),
    ];
  }

  private draw(element: XmlElement, matrix: Matrix, style: Style, opacity: number): void {
    if (style.visibility === 'hidden' || style.visibility === 'collapse') return;
    let path: Subpath[];
    try {
      path = pathOf(element, this.viewport);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw this.fault(element, `expected path data, got invalid data (${error.message.split('\n')[0]})`);
    }
    if (path.length === 0) return;
    if (this.drawn.length >= maxDrawn) throw this.fault(element, `expected at most ${maxDrawn} things drawn`);
    this.drawn.push({
      name: element.attributes.id ?? '',
      path,
      matrix,
      fill: localName(element) === 'line' ? null : this.paintOf(style, 'fill', opacity),
      fillRule: style['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero',
      stroke: this.strokeOf(style, opacity),
    });
  }

  private strokeOf(style: Style, opacity: number): Drawn['stroke'] {
    const paint = style.stroke === undefined ? null : this.paintOf(style, 'stroke', opacity);
    const { width, height } = this.viewport;
    const pen = parseLength(style['stroke-width'] ?? '1', Math.sqrt((width * width + height * height) / 2));
    if (!paint || !(pen > 0)) return null;
    if (style['stroke-dasharray'] && style['stroke-dasharray'] !== 'none')
      this.note('dashed lines are drawn solid');
    const join = style['stroke-linejoin'];
    const cap = style['stroke-linecap'];
    const limit = Number(style['stroke-miterlimit'] ?? 4);
    return {
      paint,
      width: pen,
      join: join === 'round' || join === 'bevel' ? join : 'miter',
      cap: cap === 'round' || cap === 'square' ? cap : 'butt',
      miterLimit: limit >= 1 ? limit : 4,
    };
  }

  /** Returns the paint of an element; null if it is invisible. outer: opacity of the element and its ancestors. */
  private paintOf(style: Style, kind: 'fill' | 'stroke', outer: number): Paint | null {
    const text = style[kind];
    const opacity = outer * parseOpacity(style[`${kind}-opacity`]);
    if (opacity === 0 || text === 'none') return null;
    if (text === undefined) return { color: null, opacity };
    const color = this.colorOf(text, style);
    return color && color[3] > 0 ? { color, opacity } : null;
  }

  /** Returns the colour of a paint; null if it is invisible. links: number of alternatives of this paint that were tried before. */
  private colorOf(text: string, style: Style, links = 0): Color | null {
    if (/^currentcolor$/i.test(text)) return parseColor(style.color ?? 'black') ?? [0, 0, 0, 1];
    const link = /^url\(\s*["']?#([^"')]*)["']?\s*\)\s*(.*)$/.exec(text);
    if (!link) {
      const color = parseColor(text);
      if (color) return color;
      this.note(`the colour ${quote(text)} is unknown: black is used`);
      return [0, 0, 0, 1];
    }
    const mean = this.meanOf(link[1]);
    if (mean) {
      this.note('gradients are filled with their mean colour');
      return mean;
    }
    if (link[2] === 'none') return null;
    if (link[2] && links < maxLinks) return this.colorOf(link[2], style, links + 1);
    this.note(`the pattern ${quote(link[1])} was ignored: black is used`);
    return [0, 0, 0, 1];
  }

  private transformOf(element: XmlElement): Matrix {
    const { transform } = element.attributes;
    if (!transform?.trim() || transform.trim() === 'none') return identity;
    const matrix = parseTransform(transform);
    if (matrix) return matrix;
    throw this.fault(
      element,
      `expected transforms such as translate(1 2) or rotate(30), got ${quote(transform)}`,
    );
  }

  /** Runs `look`. If it throws an error (too many comparisons of styles), throws an InputError at the element instead. */
  private lookThrough<Result>(element: XmlElement, look: () => Result): Result {
    try {
      return look();
    } catch (error) {
      throw this.fault(element, `expected styles that can be evaluated, but ${(error as Error).message}`);
    }
  }

  private styleOf(element: XmlElement, outer: Style): Style {
    return this.lookThrough(element, () => styleOf(element, outer, this.sheet));
  }

  private meanOf(gradient: string): Color | null {
    let mean = this.gradients.get(gradient);
    if (mean === undefined) {
      mean = this.lookThrough(this.byId.get(gradient) ?? this.root, () =>
        meanOfStops(gradient, this.byId, this.sheet),
      );
      this.gradients.set(gradient, mean);
    }
    return mean;
  }

  private note(text: string): void {
    this.notes.set(text, (this.notes.get(text) ?? 0) + 1);
  }

  private fault(element: XmlElement, message: string): InputError {
    const line = this.text.slice(0, Math.max(element.start, 0)).split('\n').length;
    const { id } = element.attributes;
    return InputError.at(
      `${this.name} line ${line}`,
      `${message} in <${element.name}${id ? ` id="${id}"` : ''}>`,
    );
  }
}

/** Returns the text of an element without the text of its child elements. */
function ownText({ children }: XmlElement): string {
  return children.map((child) => (child instanceof XmlText ? child.text : '')).join('');
}

function parseViewBox({ attributes }: XmlElement): readonly number[] | null {
  const box = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return box.length === 4 && box.every(Number.isFinite) && box[2] > 0 && box[3] > 0 ? box : null;
}

function parseOpacity(text: string | undefined): number {
  const fraction = text === undefined ? 1 : parseFraction(text, 1);
  return Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 1;
}

function forEachElement(element: XmlElement, visit: (element: XmlElement) => void): void {
  const waiting = [element];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    visit(next);
    for (let k = next.children.length - 1; k >= 0; k--) {
      const child = next.children[k];
      if (child instanceof XmlElement) waiting.push(child);
    }
  }
}
