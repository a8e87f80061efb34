/** The description of a moving ground: NAME-vat.json of a bake with the output `groundVat`. */
export interface GroundDescription {
  readonly version: 1;
  readonly name: string;
  readonly mesh: string;
  readonly texture: string;
  readonly node: string;
  readonly fps: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  readonly tiles: number;
  readonly slots: number;
  readonly slotSize: number;
  readonly slotsPerRow: number;
  readonly slotRow: number;
  readonly minMetres: number;
  readonly unitMetres: number;
  readonly cellMetres: number;
}
export function loadDescription(address: string): Promise<GroundDescription>;
export function besideOf(address: string, file: string): string;
export function frameAt(vat: Pick<GroundDescription, 'fps' | 'frames'>, seconds: number): number;
export function layoutOf(vat: GroundDescription): [number, number, number, number];
export function scaleOf(vat: GroundDescription, frame: number): [number, number, number, number];
export const vertexUniforms: string;
export const vertexFunctions: string;
