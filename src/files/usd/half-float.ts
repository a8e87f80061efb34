const view = new DataView(new ArrayBuffer(4));

/** Returns the bits of the half float nearest to a number. Numbers beyond ± 65 504 become infinite. */
export function halfBits(value: number): number {
  view.setFloat32(0, value);
  const bits = view.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  // Below 2⁻¹⁴ the numbers are multiples of 2⁻²⁴.
  if (magnitude < 2 ** -14) return sign | roundToEven(magnitude * 2 ** 24);
  const exponent = ((bits >>> 23) & 0xff) - 127;
  return sign + ((exponent + 14) << 10) + roundToEven((magnitude / 2 ** exponent) * 1024);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
