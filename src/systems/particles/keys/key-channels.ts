import type { KeyParams } from '../params.ts';

/**
 * What a key asks for, one word each: two keys may lead one particle at one time as long as they share none. Colours that a
 * shape brings count only where the shape has any: `shapeHasColors`.
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
