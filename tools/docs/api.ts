import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vite';
import { root } from './repository.ts';

/** One declaration that an entry point exports. */
export interface ApiItem {
  /** Name under which it is exported. */
  readonly name: string;
  readonly kind: 'class' | 'function' | 'interface' | 'type' | 'constant';
  /** Docstring of the declaration without comment marks. Empty if there is none. */
  readonly doc: string;
  /** The declaration in TypeScript, without docstrings. */
  readonly code: string;
  readonly members: readonly ApiMember[];
  /** Path of the declaring file, relative to the root. */
  readonly file: string;
}

/** A member of a class, an interface or an object type. */
export interface ApiMember {
  readonly name: string;
  readonly code: string;
  readonly doc: string;
}

/** What users import from one key of `exports` in package.json. */
export interface ApiEntry {
  /** Name of the entry point, such as `aftermotion/ground`. */
  readonly name: string;
  readonly doc: string;
  readonly items: readonly ApiItem[];
}

// The parser's tree is ESTree with TypeScript. Only the fields that are read here are declared.
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the type of the node.
  readonly [field: string]: any;
}

interface Module {
  readonly path: string;
  readonly text: string;
  readonly body: readonly Node[];
}

/**
 * Reads the entry points of the package and all their exports.
 *
 * from: 'src' reads the sources; 'dist' reads the declaration files of the build, which contain inferred types.
 */
export function readApi(from: 'src' | 'dist'): ApiEntry[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const read = createReader(from);
  return (
    Object.entries<{ types?: string }>(exports)
      // A pattern such as `./integrations/*.js` is explained by the READMEs of its folders.
      .filter(([key, target]) => target.types && !key.includes('*'))
      .map(([key, target]) => {
        const module = read(join(root, target.types!.replace(/^\.\/dist/, 'src').replace(/\.d\.ts$/, '.ts')));
        const items = exportsOf(module, read).map(([name, found]) => describeItem(name, found));
        const doc = module.text.match(/^\s*\/\*\*(.*?)\*\//s);
        return { name: join('aftermotion', key), doc: doc ? cleanDoc(doc[1]) : '', items };
      })
  );
}

/** Reads modules by the path of their source, from the sources or from the build. */
function createReader(from: 'src' | 'dist'): (source: string) => Module {
  const cache = new Map<string, Module>();
  return (source) => {
    let module = cache.get(source);
    if (!module) {
      const inDist = source.replace(join(root, 'src'), join(root, 'dist')).replace(/\.ts$/, '.d.ts');
      const file = from === 'dist' && existsSync(inDist) ? inDist : source;
      const text = readFileSync(file, 'utf8');
      const { body } = parseAst(text, { lang: file === inDist ? 'dts' : 'ts' }) as unknown as Node;
      module = { path: source, text, body };
      cache.set(source, module);
    }
    return module;
  };
}

interface Found {
  readonly module: Module;
  /** The declaration, and the statement around it, before which the docstring stands. */
  readonly node: Node;
  readonly statement: Node;
}

function exportsOf(module: Module, read: (path: string) => Module): [string, Found][] {
  const list: [string, Found][] = [];
  for (const node of module.body) {
    if (node.type === 'ExportAllDeclaration') list.push(...exportsOf(read(pathFrom(module, node)), read));
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const specifier of node.specifiers) {
      const source = node.source ? read(pathFrom(module, node)) : module;
      list.push([specifier.exported.name, find(source, specifier.local.name, read)]);
    }
    if (node.declaration)
      for (const name of namesOf(node.declaration)) list.push([name, find(module, name, read)]);
  }
  // Each overload has the name of the function, so the map keeps one.
  return [...new Map(list)];
}

function pathFrom(module: Module, node: Node): string {
  return join(dirname(module.path), node.source.value);
}

function namesOf(declaration: Node): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.map((one: Node) => one.id.name);
  return declaration.id ? [declaration.id.name] : [];
}

/** Finds the declaration of `name` through imports and re-exports. */
function find(module: Module, name: string, read: (path: string) => Module): Found {
  for (const statement of module.body) {
    const node = statement.declaration ?? statement;
    if (kinds[node.type] && namesOf(node).includes(name)) return { module, node, statement };
    const specifiers: Node[] = statement.source && statement.specifiers ? statement.specifiers : [];
    for (const specifier of specifiers) {
      const own = statement.type === 'ImportDeclaration' ? specifier.local : specifier.exported;
      const theirs = statement.type === 'ImportDeclaration' ? specifier.imported : specifier.local;
      if (own?.name === name && statement.source.value.startsWith('.'))
        return find(read(pathFrom(module, statement)), theirs.name, read);
    }
  }
  throw new Error(`${module.path} exports ${name}, whose declaration was not found`);
}

/** Kinds of declarations. Enumerations and namespaces do not occur. */
const kinds: Record<string, ApiItem['kind']> = {
  ClassDeclaration: 'class',
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  VariableDeclaration: 'constant',
};

function describeItem(name: string, { module, node, statement }: Found): ApiItem {
  const kind = kinds[node.type] ?? 'type';
  const body: Node[] =
    node.body?.body && (kind === 'class' || kind === 'interface')
      ? node.body.body
      : (node.typeAnnotation?.members ?? []);
  const members = body
    .filter((one) => !one.key?.name?.startsWith('#') && one.accessibility !== 'private')
    .map((one) => ({
      name: one.key ? module.text.slice(one.key.start, one.key.end) : 'new',
      code: module.text.slice(one.start, one.end).trim(),
      doc: docBefore(module, one.start),
    }));
  const code = removeDocs(module.text.slice(node.start, node.end))
    .replace(/^declare /, '')
    .replace(/^\s*#private;\n/m, '')
    .replace(/^\s*private [^\n]*\n/gm, '');
  const file = module.path.slice(root.length + 1);
  return { name, kind, doc: docBefore(module, statement.start), code, members, file };
}

/** Returns the docstring that ends right before `start`, or an empty text. */
function docBefore({ text }: Module, start: number): string {
  // Comments for the linter may stand between docstring and declaration.
  const before = text
    .slice(0, start)
    .replace(/(\s*\n\s*\/\/[^\n]*)+\s*$/, '')
    .trimEnd();
  if (!before.endsWith('*/')) return '';
  const open = before.lastIndexOf('/*');
  return before.startsWith('/**', open) ? cleanDoc(before.slice(open + 3, -2)) : '';
}

function cleanDoc(comment: string): string {
  return comment.replace(/^[ \t]*\*? ?/gm, '').trim();
}

function removeDocs(code: string): string {
  return code.replace(/^[ \t]*\/\*\*.*?\*\/[ \t]*\n/gms, '').replace(/\/\*\*.*?\*\/\s*/gs, '');
}
