import { openFrame, packFrame } from '../framed-bytes.ts';
import type { KnownWeights } from './soft-follower.ts';

/** The data that a simulation needs to continue. */
export interface Snapshot {
  /** Any text that identifies the snapshot, for example the hash of its scene. */
  readonly key: string;
  readonly systems: readonly { readonly name: string; readonly tick: number; readonly bytes: Uint8Array }[];
  /** For each actor with soft parts and each rate of systems that read its skin: the weights at the last times. Absent: there are none. */
  readonly soft?: readonly SavedSoft[];
}

interface SavedSoft {
  readonly actor: string;
  readonly rate: number;
  readonly known: readonly KnownWeights[];
}

const magic = 'AMS1';

/** Encodes a snapshot: a header, then the bytes of each system in order. */
export function encodeSnapshot(snapshot: Snapshot): Uint8Array {
  const header: Header = {
    key: snapshot.key,
    systems: snapshot.systems.map(({ name, tick, bytes }) => ({ name, tick, length: bytes.length })),
    ...(snapshot.soft?.length ? { soft: snapshot.soft } : {}),
  };
  return packFrame(
    magic,
    header,
    snapshot.systems.map(({ bytes }) => bytes),
  );
}

/** Returns the inverse of `encodeSnapshot`. Throws an InputError if the bytes are not a complete snapshot. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const { header, body } = openFrame<Header>(bytes, magic, 'a snapshot of a simulation');
  if (!isWhole(header)) throw body.damaged();
  const systems = header.systems.map(({ name, tick, length }) => ({ name, tick, bytes: body.bytes(length) }));
  body.end();
  return { key: header.key, systems, ...(header.soft ? { soft: header.soft } : {}) };
}

interface Header {
  readonly key: string;
  readonly systems: readonly { readonly name: string; readonly tick: number; readonly length: number }[];
  readonly soft?: readonly SavedSoft[];
}

function isSoft(value: Partial<SavedSoft> | null): boolean {
  return (
    typeof value?.actor === 'string' &&
    Number.isFinite(value.rate) &&
    Array.isArray(value.known) &&
    value.known.every(
      (known: Partial<KnownWeights> | null) =>
        Number.isFinite(known?.time) && Array.isArray(known?.weights) && known.weights.every(Number.isFinite),
    )
  );
}

function isWhole(header: Partial<Header>): header is Header {
  const { key, systems } = header;
  return (
    typeof key === 'string' &&
    Array.isArray(systems) &&
    systems.every(
      (system) =>
        typeof system?.name === 'string' && Number.isSafeInteger(system.tick) && isLength(system.length),
    ) &&
    (header.soft === undefined || (Array.isArray(header.soft) && header.soft.every(isSoft)))
  );
}

function isLength(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
