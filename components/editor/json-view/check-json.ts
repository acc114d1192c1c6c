import { type JsonMistake, type JsonPath, parseJsonText } from '#lib/json/parse-json-text.ts';
import type { NodeRegistry } from '#lib/node-kit/define-node.ts';
import type { Problem } from '#lib/workflow/problem.ts';
import { readWorkflow } from '#lib/workflow/read-workflow.ts';
import { validateWorkflow } from '#lib/workflow/validate-workflow.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** What is wrong in a text, at its line. */
export type JsonMark = { readonly line: number } & (
  | { readonly kind: 'mistake'; readonly mistake: JsonMistake }
  | { readonly kind: 'problem'; readonly problem: Problem }
);

export type CheckedJson = {
  /** Missing when the text is no JSON, or no workflow. */
  readonly workflow?: Workflow;
  /** By line, from the top. */
  readonly marks: readonly JsonMark[];
};

/** Reads a workflow as text: what it is, and everything that is wrong with it. Pure; never throws. */
export function checkJson(text: string, registry: NodeRegistry): CheckedJson {
  const json = parseJsonText(text);
  if (!json.ok) return { marks: [{ kind: 'mistake', mistake: json.mistake, line: json.mistake.line }] };
  const { errors, warnings } = validateWorkflow(json.value, registry);
  const marks = [...errors, ...warnings].map((problem): JsonMark => {
    return { kind: 'problem', problem, line: json.lineOf(pathOf(problem, json.value)) };
  });
  const { workflow } = readWorkflow(json.value, registry);
  return { ...(workflow && { workflow }), marks: marks.toSorted((a, b) => a.line - b.line) };
}

/** Problems of nodes and edges name their field from there; those of the document from its root. */
function pathOf({ nodeId, edgeId, path = '' }: Problem, json: unknown): JsonPath {
  const field = Array.from(path.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g), ([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name ?? '') : Number(index),
  );
  if (field[0] === 'nodes' || field[0] === 'edges') return field;
  if (nodeId !== undefined) return [...elementPath(json, 'nodes', nodeId), ...field];
  return edgeId === undefined ? field : [...elementPath(json, 'edges', edgeId), ...field];
}

function elementPath(json: unknown, list: 'nodes' | 'edges', id: string): JsonPath {
  const items = (json as Partial<Record<typeof list, { id?: unknown }[]>> | null)?.[list];
  const index = Array.isArray(items) ? items.findIndex((item) => item?.id === id) : -1;
  return index < 0 ? [list] : [list, index];
}
