import type { ThreeElements } from '@react-three/fiber';

const names = [
  'name',
  'position',
  'rotation',
  'quaternion',
  'scale',
  'visible',
  'renderOrder',
  'layers',
  'userData',
] as const;
const events = [
  'onClick',
  'onContextMenu',
  'onDoubleClick',
  'onPointerDown',
  'onPointerUp',
  'onPointerEnter',
  'onPointerLeave',
  'onPointerOver',
  'onPointerOut',
  'onPointerMove',
  'onPointerCancel',
  'onPointerMissed',
  'onWheel',
] as const;

/** The properties of a drawn object that a component passes on to it, as those of `<group>`. */
export type ObjectProps = Pick<ThreeElements['group'], (typeof names)[number] | (typeof events)[number]>;

/** Splits properties into those of the drawn object (also parts of them, such as `position-x`) and the options of the simulation. */
export function splitObjectProps<Props extends ObjectProps>(
  props: Props,
): { readonly object: ObjectProps; readonly options: Omit<Props, keyof ObjectProps> } {
  const own = new Set<string>([...names, ...events]);
  const isOwn = ([name]: [string, unknown]) => own.has(name.split('-')[0]);
  const entries = Object.entries(props);
  return {
    object: Object.fromEntries(entries.filter(isOwn)),
    options: Object.fromEntries(entries.filter((entry) => !isOwn(entry))) as Omit<Props, keyof ObjectProps>,
  };
}
