import { hasTags } from '../../expression/has-tags.ts';
import { readDate } from '../../expression/zoned-date.ts';
import { worded } from '../../i18n/problem-text.ts';
import { briefJson } from '../../json/brief-json.ts';
import { isTooDeep } from '../../json/json-limits.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import type { Problem } from '../problem.ts';
import type { WorkflowNode } from '../workflow.ts';
import type { Check } from './check.ts';

const SCHEMA_TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
/** Fields whose address is called as it is written. */
const URL_TYPES: readonly string[] = ['http', 'a2a-agent'];
const SHOWN_CHARS = 80;
const MAX_SCHEMA_PROBLEMS = 10;

/** Values without expressions that fail whenever their node runs. The node may handle that, so the rest may run. */
export const checkLiterals: Check = ({ workflow, isBroken }) =>
  workflow.nodes.flatMap((node) => {
    if (isBroken(node.id)) return [];
    return [
      ...(node.type === 'wait' ? checkWait(node) : []),
      ...(URL_TYPES.includes(node.type) ? checkUrl(node) : []),
      ...checkOutputSchema(node),
    ];
  });

function literal(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && !hasTags(value) ? value.trim() : undefined;
}

function checkWait({ id, config }: WorkflowNode): Problem[] {
  if (config.mode !== 'until') return [];
  const [until, zone] = [literal(config.until), literal(config.timeZone)];
  const isZone = zone === undefined || isReadable('2026-03-01 09:30', zone);
  return [
    ...(until !== undefined && !isReadable(until, 'UTC')
      ? [problem(id, 'config.until', ['literal-no-date', { value: shown(until) }], ['literal-no-date-fix'])]
      : []),
    ...(isZone ? [] : [problem(id, 'config.timeZone', ['literal-no-zone', { value: shown(zone) }], ['literal-no-zone-fix'])]),
  ];
}

function isReadable(text: string, zone: string): boolean {
  try {
    readDate(text, zone);
    return true;
  } catch {
    return false;
  }
}

function checkUrl({ id, config }: WorkflowNode): Problem[] {
  const url = literal(config.url);
  if (url === undefined || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return [];
  return [problem(id, 'config.url', ['literal-no-url', { value: shown(url) }], ['literal-no-url-fix'])];
}

/** No answer of a model could fit. Elsewhere the schema only describes. */
function checkOutputSchema({ id, type, config: { outputSchema } }: WorkflowNode): Problem[] {
  if (typeof outputSchema !== 'object' || outputSchema === null || isTooDeep(outputSchema)) return [];
  const found: Problem[] = [];
  const visit = (schema: unknown, path: string): void => {
    if (found.length >= MAX_SCHEMA_PROBLEMS || typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
    const { type: types, properties, items, ...rest } = schema as Readonly<Record<string, unknown>>;
    for (const name of [types].flat()) {
      if (name === undefined || (typeof name === 'string' && SCHEMA_TYPES.includes(name))) continue;
      const meant = typeof name === 'string' ? didYouMean(name, SCHEMA_TYPES) : undefined;
      const hint =
        meant === undefined
          ? (['schema-type-fix', { types: SCHEMA_TYPES.join(', ') }] as const)
          : (['meant', { name: meant }] as const);
      found.push({
        ...problem(id, `${path}.type`, ['schema-type-unknown', { type: shown(name) }], hint),
        severity: type === 'llm' ? 'error' : 'warning',
      });
    }
    if (typeof properties === 'object' && properties !== null)
      for (const [name, inner] of Object.entries(properties)) visit(inner, `${path}.properties.${name}`);
    for (const inner of [items].flat()) visit(inner, `${path}.items`);
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const [index, inner] of [rest[key] ?? []].flat().entries()) visit(inner, `${path}.${key}[${index}]`);
  };
  visit(outputSchema, 'config.outputSchema');
  return found;
}

function problem(nodeId: string, path: string, ...sentences: Parameters<typeof worded>): Problem {
  return { code: 'invalid-field', severity: 'warning', ...worded(...sentences), nodeId, path };
}

function shown(value: unknown): string {
  return briefJson(value, SHOWN_CHARS);
}
