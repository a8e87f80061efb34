import { type MeshCursor, parseReal, quote } from '../mesh-cursor.ts';
import { abaqusFaces, findAbaqusKind } from './abaqus-kinds.ts';
import { type AbaqusKeyword, isKeyword, nextAbaqusLine } from './abaqus-lines.ts';
import { type NumberSet, NumberSets, type SetItem } from './abaqus-sets.ts';
import { addElement, type ElementKind } from './element-kinds.ts';
import { listNumbers } from './format-numbers.ts';
import type { TetMeshDraft } from './tet-mesh-draft.ts';

/** Unsupported keywords that create nodes or elements. They are refused, because without them the mesh would have holes. */
const refused: Readonly<Record<string, string>> = {
  INCLUDE: 'replace it by the content of that file',
  NGEN: 'write all nodes out',
  NFILL: 'write all nodes out',
  NCOPY: 'write all nodes out',
  NMAP: 'write all nodes out',
  SYSTEM: 'write nodes in global coordinates',
  ELGEN: 'write all elements out',
  ELCOPY: 'write all elements out',
};

/** Keywords whose data lines may be in another file. */
const meshKeywords = ['NODE', 'ELEMENT', 'NSET', 'ELSET', 'SURFACE'];

interface AbaqusElement {
  readonly kind: ElementKind;
  readonly nodes: readonly number[];
}

/** Receives the data lines of a keyword. */
type DataReader = (values: readonly string[]) => void;
const passOver: DataReader = () => {};

/**
 * Reads the mesh of an Abaqus or CalculiX input (.inp): nodes, elements, sets and surfaces. At most one part and one
 * instance. Sets of nodes and elements, and surfaces, become groups with their names. Abaqus manual, "Input syntax
 * rules".
 */
export function readAbaqus(cursor: MeshCursor, draft: TetMeshDraft): string {
  const input = new AbaqusInput(cursor, draft);
  let readData = passOver;
  for (let line = nextAbaqusLine(cursor); line !== null; line = nextAbaqusLine(cursor)) {
    if (isKeyword(line)) readData = input.open(line);
    else readData(line);
  }
  input.finish();
  return 'Abaqus (ASCII)';
}

class AbaqusInput {
  private readonly cursor: MeshCursor;
  private readonly draft: TetMeshDraft;
  private readonly elements = new Map<number, AbaqusElement>();
  private readonly nodeSets = new NumberSets();
  private readonly elementSets = new NumberSets();
  private readonly surfaces: { readonly name: string; readonly item: SetItem; readonly side: string }[] = [];
  private readonly nodesOfElements: { readonly name: string; readonly elements: string }[] = [];
  /** Number and nodes of an element whose list of nodes continues on the next line. */
  private unfinished: number[] = [];
  private readonly parts: string[] = [];
  private readonly instances: string[] = [];
  /** Whether the position is inside an assembly but outside its instances. Numbers there are those of reference points. */
  private isInAssembly = false;

  constructor(cursor: MeshCursor, draft: TetMeshDraft) {
    this.cursor = cursor;
    this.draft = draft;
  }

  /** Returns the reader for the data lines that follow a keyword. */
  open({ name, parameters }: AbaqusKeyword): DataReader {
    this.refuseUnfinished();
    const isElsewhere = meshKeywords.includes(name) && parameters.has('INPUT');
    const remedy = isElsewhere ? refused.INCLUDE : refused[name];
    if (remedy && !this.isInAssembly) {
      throw this.cursor.fault(`expected the whole mesh in this file, got *${name}: ${remedy}`);
    }
    switch (name) {
      case 'PART':
        return this.openScope(this.parts, 'part', parameters);
      case 'ASSEMBLY':
      case 'END INSTANCE':
        this.isInAssembly = true;
        return passOver;
      case 'END ASSEMBLY':
        this.isInAssembly = false;
        return passOver;
      case 'INSTANCE':
        this.openScope(this.instances, 'instance', parameters);
        this.isInAssembly = false;
        return () => this.warnOnce('the translation of its instance is ignored');
      case 'NODE':
        return this.isInAssembly ? passOver : this.openNodes(parameters);
      case 'ELEMENT':
        return this.isInAssembly ? passOver : this.openElements(parameters);
      case 'NSET':
        return this.openSet(this.nodeSets, parameters.get('NSET'), parameters);
      case 'ELSET':
        return this.openSet(this.elementSets, parameters.get('ELSET'), parameters);
      case 'SURFACE':
        return this.openSurface(parameters);
      default:
        return passOver;
    }
  }

  /** Starts a part or an instance. Node and element numbers are unique only within a part, so only one is allowed. */
  private openScope(names: string[], what: string, parameters: ReadonlyMap<string, string>): DataReader {
    names.push(parameters.get('NAME') ?? '');
    if (names.length > 1) {
      throw this.cursor.fault(
        `expected one ${what}, got ${names.map(quote).join(' and ')}: write each to a separate file`,
      );
    }
    return passOver;
  }

  private warnOnce(message: string): void {
    if (!this.draft.warnings.includes(message)) this.draft.warnings.push(message);
  }

  private openNodes(parameters: ReadonlyMap<string, string>): DataReader {
    const system = parameters.get('SYSTEM')?.toUpperCase() ?? 'R';
    if (system !== 'R') {
      throw this.cursor.fault(
        `expected nodes in rectangular coordinates, got SYSTEM=${system}: write them as x, y, z`,
      );
    }
    const set = parameters.get('NSET');
    return (values) => {
      const number = this.whole(values[0]);
      const [x, y, z] = [1, 2, 3].map((k) => this.real(values[k]));
      this.draft.addNode(number, x, y, z);
      if (set) this.nodeSets.add(set, [number]);
    };
  }

  private openElements(parameters: ReadonlyMap<string, string>): DataReader {
    const type = parameters.get('TYPE') ?? '';
    const set = parameters.get('ELSET');
    const kind = findAbaqusKind(type);
    if (!kind?.order) {
      // The number of lines of an element is not known in advance: a line that ends with a comma is continued.
      let goesOn = false;
      return (values) => {
        if (!goesOn && kind) this.draft.skipFilling(kind.plural);
        else if (!goesOn) this.draft.skip(`elements of type ${type || '(none)'}`);
        goesOn = values.at(-1) === '';
      };
    }
    return (values) => {
      for (const value of values) if (value !== '') this.unfinished.push(this.whole(value));
      if (this.unfinished.length <= kind.nodeCount) return;
      const [number, ...nodes] = this.unfinished;
      this.unfinished = [];
      if (nodes.length > kind.nodeCount) {
        throw this.cursor.fault(
          `expected ${kind.nodeCount} nodes in element ${number} of type ${type}, got ${nodes.length}`,
        );
      }
      if (this.elements.has(number))
        throw this.cursor.fault(`expected every element once, got element ${number} again`);
      this.elements.set(number, { kind, nodes });
      if (set) this.elementSets.add(set, [number]);
    };
  }

  private openSet(
    sets: NumberSets,
    name: string | undefined,
    parameters: ReadonlyMap<string, string>,
  ): DataReader {
    if (!name) throw this.cursor.fault('expected the name of a set, such as *NSET, NSET=fixed');
    const elements = sets === this.nodeSets ? parameters.get('ELSET') : undefined;
    if (elements) this.nodesOfElements.push({ name, elements });
    const isGenerated = parameters.has('GENERATE');
    // In an assembly, numbers without an instance are those of its reference points.
    const areForeign = this.isInAssembly && !parameters.has('INSTANCE');
    return (values) => {
      if (isGenerated) {
        const [first, last, step] = [values[0], values[1], values[2] || '1'].map((value) =>
          this.whole(value),
        );
        if (step < 1 || last < first) {
          throw this.cursor.fault(`expected first, last and a step ≥ 1, got ${quote(values.join(', '))}`);
        }
        if (!areForeign) sets.add(name, [{ first, last, step }]);
        return;
      }
      const items = values.filter((value) => value !== '' && !(areForeign && /^\d+$/.test(value)));
      if (items.length > 0 || !areForeign) sets.add(name, items.map(readSetItem));
    };
  }

  private openSurface(parameters: ReadonlyMap<string, string>): DataReader {
    const name = parameters.get('NAME');
    if (!name) throw this.cursor.fault('expected the name of a surface, such as *SURFACE, NAME=fixed');
    const type = parameters.get('TYPE')?.toUpperCase() ?? 'ELEMENT';
    if (type === 'NODE') return ([item]) => this.nodeSets.add(name, [readSetItem(item)]);
    if (type !== 'ELEMENT') return passOver;
    return ([item, side = '']) =>
      this.surfaces.push({ name, item: readSetItem(item), side: side.toUpperCase() });
  }

  /** Adds all nodes, elements and groups to the draft. */
  finish(): void {
    this.refuseUnfinished();
    const { draft, elements } = this;
    const elementSets = this.elementSets.resolve(new Set(elements.keys()), draft.warnings);
    const grouped = new Set([...elementSets.values()].flatMap(({ numbers }) => [...numbers]));
    for (const [number, { kind, nodes }] of elements) {
      // Groups are created from the sets below.
      if (kind.dimension === 3 || !grouped.has(number)) addElement(draft, kind, number, nodes, []);
    }
    for (const set of elementSets.values()) this.addElementGroup(set);
    for (const { name, item, side } of this.surfaces) {
      const numbers =
        typeof item === 'string' ? elementSets.get(item.toUpperCase())?.numbers : [item as number];
      if (!numbers)
        draft.warnings.push(`surface ${JSON.stringify(name)} names ${JSON.stringify(item)}, which is no set`);
      for (const number of numbers ?? []) this.addFace(name, number, side);
    }
    for (const { name, elements: set } of this.nodesOfElements) {
      const nodes = [...(elementSets.get(set.toUpperCase())?.numbers ?? [])].flatMap(
        (number) => elements.get(number)?.nodes ?? [],
      );
      this.nodeSets.add(name, nodes);
    }
    const nodeSets = this.nodeSets.resolve(new Set(draft.nodeNumbers), draft.warnings);
    for (const { name, numbers } of nodeSets.values()) {
      const group = draft.group(0, name);
      for (const number of numbers) group.nodes.push(number);
    }
  }

  private addElementGroup({ name, numbers }: NumberSet): void {
    const absent: number[] = [];
    for (const number of numbers) {
      const element = this.elements.get(number);
      if (!element) absent.push(number);
      else this.draft.addToGroup(element.kind.dimension, name, element.nodes);
    }
    if (absent.length > 0) {
      this.draft.warnings.push(
        `set ${JSON.stringify(name)} refers to elements other than tetrahedra, triangles or lines: ${listNumbers(absent)}`,
      );
    }
  }

  /** Adds one face of a tetrahedron, or a triangle element. */
  private addFace(name: string, number: number, side: string): void {
    const element = this.elements.get(number);
    if (!element) return;
    const { kind, nodes } = element;
    if (kind.dimension === 2) this.draft.addToGroup(2, name, nodes);
    const corners = kind.dimension === 3 ? abaqusFaces[side] : undefined;
    if (corners)
      this.draft.addToGroup(
        2,
        name,
        corners.map((corner) => nodes[corner]),
      );
  }

  private refuseUnfinished(): void {
    if (this.unfinished.length === 0) return;
    throw this.cursor.fault(`expected more nodes of element ${this.unfinished[0]}, got the end of the list`);
  }

  private whole(value: string | undefined): number {
    const number = Number(value);
    if (value && Number.isSafeInteger(number)) return number;
    throw this.cursor.fault(`expected a whole number, got ${value ? quote(value) : 'nothing'}`);
  }

  /** Reads a coordinate. Omitted coordinates are 0. */
  private real(value: string | undefined): number {
    if (!value) return 0;
    const number = parseReal(value);
    if (Number.isFinite(number)) return number;
    throw this.cursor.fault(`expected a number, got ${quote(value)}`);
  }
}

/** Returns a number, with or without an instance (`Part-1-1.7`), or the name of a set, with or without an instance. */
function readSetItem(value: string): SetItem {
  const inInstance = /^(?:.*\.)?(\d{1,15})$/.exec(value);
  if (inInstance) return Number(inInstance[1]);
  return value.replace(/^"(.*)"$/, '$1').replace(/^.*\./, '');
}
