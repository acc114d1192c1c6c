import { parseSync, Visitor } from 'oxc-parser';

/** One source file, as analysed by the architecture test. */
export interface SourceModule {
  /** Path from the project's root, with `/`. */
  path: string;
  /** Every module named: static, dynamic, re-exported, in types, by `require` or by `new URL(…, import.meta.url)`. */
  specifiers: string[];
  /** Static imports, which are loaded with this module: neither dynamic nor types. */
  eager: string[];
  /** Imports with a computed target, which cannot be resolved. */
  computedImports: string[];
  /** Positions of calls that evaluate text as code. */
  evaluations: string[];
}

type AstNode = { type: string; start: number; end: number };
type Call = AstNode & { callee: unknown; arguments: AstNode[] };

/**
 * Parses one file.
 * @throws Error when it is not valid TypeScript: a file that cannot be read must not pass as one
 * without imports.
 */
export function readModule(path: string, source: string): SourceModule {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const module: SourceModule = { path, specifiers: [], eager: [], computedImports: [], evaluations: [] };
  const textOf = (node: AstNode) => source.slice(node.start, node.end);
  const name = (target: unknown, whole: AstNode) => {
    const specifier = literal(target);
    if (specifier === undefined) module.computedImports.push(textOf(whole));
    else module.specifiers.push(specifier);
  };
  const declaration = (node: unknown) => {
    const { source: target } = node as { source?: unknown };
    if (!target) return;
    name(target, node as AstNode);
    const specifier = literal(target);
    if (specifier !== undefined && isEager(node as Declaration)) module.eager.push(specifier);
  };
  const call = (node: Call) => {
    const callee = calleeName(node.callee);
    if (callee === 'require' || callee === 'import.meta.resolve') name(node.arguments[0], node);
    if (isEvaluator(callee)) module.evaluations.push(textOf(node));
  };
  const construct = (node: Call) => {
    const callee = calleeName(node.callee);
    const base = node.arguments[1];
    if (callee === 'URL' && base && textOf(base) === 'import.meta.url') readUrl(node.arguments[0], module);
    if (isEvaluator(callee)) module.evaluations.push(textOf(node));
  };
  new Visitor({
    ImportDeclaration: declaration,
    ExportNamedDeclaration: declaration,
    ExportAllDeclaration: declaration,
    ImportExpression: declaration,
    TSImportType: declaration,
    CallExpression: call,
    NewExpression: construct,
  }).visit(program);
  if (module.specifiers.some((specifier) => /^(node:)?vm$/.test(specifier))) module.evaluations.push('import of node:vm');
  return module;
}

type Declaration = AstNode & { importKind?: string; exportKind?: string };

function isEager({ type, importKind, exportKind }: Declaration): boolean {
  return type !== 'ImportExpression' && importKind !== 'type' && exportKind !== 'type';
}

/** Only code is of interest: `new URL('.', import.meta.url)` names a folder. */
function readUrl(target: unknown, module: SourceModule): void {
  const specifier = literal(target);
  if (specifier && /\.(ts|tsx|mjs|js)$/.test(specifier)) module.specifiers.push(specifier);
}

function isEvaluator(callee: string | undefined): boolean {
  return callee !== undefined && /^(globalThis\.|window\.|global\.)?(eval|Function)$/.test(callee);
}

function calleeName(callee: unknown): string | undefined {
  const node = callee as {
    type: string;
    name?: string;
    object?: unknown;
    property?: { name?: string };
    computed?: boolean;
    meta?: { name: string };
  };
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MetaProperty') return 'import.meta';
  if (node.type === 'ParenthesizedExpression') return calleeName((callee as { expression: unknown }).expression);
  if (node.type === 'SequenceExpression') return calleeName((callee as { expressions: unknown[] }).expressions.at(-1));
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const object = calleeName(node.object);
  return object && node.property?.name ? `${object}.${node.property.name}` : undefined;
}

function literal(node: unknown): string | undefined {
  const value = node as
    | { type: string; value?: unknown; literal?: unknown; quasis?: { value: { cooked: string } }[]; expressions?: unknown[] }
    | undefined;
  if (value?.type === 'TSLiteralType') return literal(value.literal);
  if (value?.type === 'Literal' && typeof value.value === 'string') return value.value;
  if (value?.type === 'TemplateLiteral' && value.expressions?.length === 0) return value.quasis?.[0]?.value.cooked;
  return undefined;
}
