import { XmlElement } from '@rgrove/parse-xml';
import { type Color, parseColor, parseFraction } from './color.ts';
import { localName, type StyleSheet, styleOf } from './style.ts';

/**
 * Returns the mean colour of a gradient's stops. If the gradient has no stops, those of the gradient that its `href` refers to are used.
 * Null if there are no stops or no such gradient.
 */
export function meanOfStops(
  id: string,
  byId: ReadonlyMap<string, XmlElement>,
  sheet: StyleSheet,
): Color | null {
  const seen = new Set<string>();
  for (let next = id; !seen.has(next); ) {
    seen.add(next);
    const element = byId.get(next);
    if (!element || !/Gradient$/.test(localName(element))) return null;
    const stops = element.children.filter(
      (child): child is XmlElement => child instanceof XmlElement && localName(child) === 'stop',
    );
    if (stops.length > 0) return meanOf(stops, sheet);
    next = (element.attributes.href ?? element.attributes['xlink:href'] ?? '').replace(/^#/, '');
  }
  return null;
}

function meanOf(stops: readonly XmlElement[], sheet: StyleSheet): Color {
  const sum = [0, 0, 0, 0];
  for (const stop of stops) {
    const style = styleOf(stop, {}, sheet);
    const color = parseColor(style['stop-color'] ?? 'black') ?? [0, 0, 0, 1];
    const fraction = parseFraction(style['stop-opacity'] ?? '1', 1);
    const opacity = color[3] * (fraction >= 0 && fraction <= 1 ? fraction : 1);
    for (let c = 0; c < 3; c++) sum[c] += color[c] / stops.length;
    sum[3] += opacity / stops.length;
  }
  return [sum[0], sum[1], sum[2], sum[3]];
}
