import type { KeyParams } from '../params.ts';

/**
 * Returns the names of the properties that a key controls. Two keys may control one particle at the same time if they have none in
 * common. Colours of a shape count only if the shape has any: `shapeHasColors`.
 */
export function listChannels(key: KeyParams, shapeHasColors: boolean): string[] {
  const channels: string[] = [];
  if (key.to) channels.push('position');
  if (key.color || (key.to && key.colors === 'shape' && shapeHasColors)) channels.push('color');
  if (key.opacity !== undefined) channels.push('opacity');
  if (key.size !== undefined) channels.push('size');
  if (key.orientation) channels.push('orientation');
  for (const { name } of key.attributes) channels.push(`attribute ${name}`);
  return channels;
}
