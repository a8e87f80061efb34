import type { FleshPart } from '../../src/systems/flesh/index.ts';
import { attachFlesh, colorMode, type FleshBinding, type ModeColors } from '../../src/three/index.ts';
import type { PointerTool } from '../view/pointer-tool.ts';
import type { FrozenCharacter } from './frozen-character.ts';

/**
 * Displacement to each side of the vertex that moves most, as a fraction of the cube root of the part's volume. It is chosen so that the
 * motion is visible, but the surface is not torn.
 */
const swing = 0.16;
/** An oscillation that is faster than this is slowed down to this frequency, so that it is visible. Hz. */
const fastest = 4;

/** Oscillates a character in one of a part's modes. Each vertex is coloured by its displacement. */
export class ModeTool implements PointerTool {
  private readonly binding: FleshBinding;
  private readonly colors: ModeColors;
  private phase = 0;
  private mode: number;

  constructor(
    private readonly character: FrozenCharacter,
    /** The part with its current material, whose frequencies are shown. */
    private part: FleshPart,
    mode: number,
  ) {
    const { stage, shown } = character;
    stage.holdMorphs(true);
    this.mode = mode;
    const amplitudes = new Float64Array(part.modeCount);
    this.binding = attachFlesh(
      shown.object,
      { ...part, amplitudes },
      {
        meshes: shown.meshes?.(),
        shading: stage.fleshShading,
      },
    );
    this.colors = colorMode(this.binding, mode);
  }

  /** Returns whether the tool shows the part with this key. */
  isOf(key: string): boolean {
    return this.part.key === key;
  }

  /** Shows another mode, or the same part with another material. */
  show(part: FleshPart, mode: number): void {
    this.part = part;
    if (mode !== this.mode) this.phase = 0;
    this.mode = mode;
    this.colors.show(mode);
  }

  frame(seconds: number): boolean {
    const { part, mode, binding } = this;
    this.phase += 2 * Math.PI * Math.min(fastest, part.quality.frequencies[mode]) * seconds;
    const [amplitudes] = binding.amplitudes;
    amplitudes.fill(0);
    const reach = part.reach[mode];
    if (reach > 0) amplitudes[mode] = (Math.sin(this.phase) * swing * Math.cbrt(part.quality.volume)) / reach;
    binding.update();
    return true;
  }

  leave(): void {
    this.colors.dispose();
    this.binding.dispose();
    this.character.stage.holdMorphs(false);
  }
}

/** Returns the label of a mode: its number, its frequency, and how much it is slowed down. */
export function modeText({ quality }: FleshPart, mode: number): string {
  const frequency = quality.frequencies[mode];
  const shown = `${Number(frequency.toPrecision(2))} Hz`;
  if (frequency <= fastest) return `Mode ${mode + 1} · ${shown}`;
  return `Mode ${mode + 1} · ${shown}, shown ${Number((frequency / fastest).toPrecision(2))} times as slow`;
}
