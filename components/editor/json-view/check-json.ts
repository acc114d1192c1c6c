import { positionOf } from '#lib/expression/expression-error.ts';
import { keysOf } from '#lib/expression/keys-of-path.ts';
import { type JsonMistake, type JsonPath, type ParsedJsonText, parseJsonText } from '#lib/json/parse-json-text.ts';
import { valueAtPath } from '#lib/json/set-at-path.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import { faultySpan } from '#lib/workflow/faulty-span.ts';
import { withFixes } from '#lib/workflow/fixes/find-fixes.ts';
import type { LearntSchemas } from '#lib/workflow/infer-schemas.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';
import { triggerRegistry } from '#triggers/registry.gen.ts';

/** What is wrong in a text, at its line. */
export type JsonMark = { readonly line: number; readonly column?: number; readonly endColumn?: number } & (
  | { readonly kind: 'mistake'; readonly mistake: JsonMistake }
  | { readonly kind: 'problem'; readonly problem: Problem }
);

export type CheckedJson = {
  /** Missing when the text is no JSON, or no workflow. */
  readonly workflow?: Workflow;
  /** By line, from the top. */
  readonly marks: readonly JsonMark[];
};

type ParsedJson = Extract<ParsedJsonText, { ok: true }>;

/** Reads a workflow as text: what it is, and everything that is wrong with it. Pure; never throws. */
export function checkJson(text: string, registry: NodeRegistry, learnt: LearntSchemas = {}): CheckedJson {
  const json = parseJsonText(text);
  if (!json.ok) return { marks: [{ kind: 'mistake', mistake: json.mistake, line: json.mistake.line }] };
  const { errors, warnings } = validateWorkflow(json.value, registry, { learnt, triggers: triggerRegistry });
  const { workflow } = readWorkflow(json.value, registry);
  const found = [...errors, ...warnings];
  const problems = workflow ? withFixes(found, workflow, { registry, learnt }) : found;
  const marks = problems.map((problem): JsonMark => ({ kind: 'problem', problem, ...placeOf(problem, json, text) }));
  return { ...(workflow && { workflow }), marks: marks.toSorted((a, b) => a.line - b.line) };
}

/** The faulty part of a text, else the line of the field. */
function placeOf(problem: Problem, json: ParsedJson, text: string): Pick<JsonMark, 'line' | 'column' | 'endColumn'> {
  const path = pathOf(problem, json.value);
  const value = valueAtPath(json.value, path);
  const part = typeof value === 'string' ? faultySpan(problem, value) : undefined;
  const stretch = part && json.stretchOf(path, part);
  if (!stretch) return { line: json.lineOf(path) };
  const { line, column } = positionOf(text, stretch.from);
  return { line, column, endColumn: column + Math.max(1, stretch.to - stretch.from) };
}

/** Problems of nodes and edges name their field from there; those of the document from its root. */
function pathOf({ nodeId, edgeId, path = '' }: Problem, json: unknown): JsonPath {
  const field = keysOf(path);
  if (field[0] === 'nodes' || field[0] === 'edges') return field;
  if (nodeId !== undefined) return [...elementPath(json, 'nodes', nodeId), ...field];
  return edgeId === undefined ? field : [...elementPath(json, 'edges', edgeId), ...field];
}

function elementPath(json: unknown, list: 'nodes' | 'edges', id: string): JsonPath {
  const items = (json as Partial<Record<typeof list, { id?: unknown }[]>> | null)?.[list];
  const index = Array.isArray(items) ? items.findIndex((item) => item?.id === id) : -1;
  return index < 0 ? [list] : [list, index];
}
