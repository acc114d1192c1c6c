import { NodeFailure } from '#lib/errors/node-failure.ts';
import { briefJson } from '#lib/json/brief-json.ts';
import { hasPrototypeKey } from '#lib/json/has-prototype-key.ts';
import { isTooDeep, jsonExcess } from '#lib/json/json-limits.ts';
import { didYouMean } from '#lib/text/did-you-mean.ts';
import type { AnyToolDefinition } from '#lib/tools/define-tool.ts';
import {
  findTool,
  listTools,
  mayWrite,
  nearestTool,
  type ToolCatalogue,
  unboundTool,
  whyNotWrite,
} from '#lib/tools/tool-catalogue.ts';
import { forInput } from '#lib/tools/tool-policy.ts';
import { argumentNames, parseToolInput, type ToolInputIssue } from '#lib/workflow/tools/tool-input.ts';
import type { WantedToolCall } from '../contract/wanted-tool-call.ts';

/** Arguments as JSON. Longer ones are refused unread. */
const MAX_ARGUMENT_CHARS = 4_000_000;
/** Stored instead of arguments that are too long for an event. */
const EXCERPT_CHARS = 500;
const SHOWN_ISSUES = 5;
const SHOWN_VALUE_CHARS = 100;
const SHOWN_PROBLEM_CHARS = 500;

/** A requested call: of an allowed tool with valid arguments, or one that cannot be made. */
export type PreparedCall = {
  /** Unique within the step. */
  readonly id: string;
  /** The tool's id; the start of the requested name, where there is no such tool. */
  readonly name: string;
  /** For the log. */
  readonly args: unknown;
} & ({ readonly definition: AnyToolDefinition; readonly input: unknown } | { readonly problem: NodeFailure });

/** @param offered ids of the tools that may be called; every enabled one when undefined */
export function prepareCall(
  call: WantedToolCall,
  catalogue: ToolCatalogue,
  offered: readonly string[] | undefined,
): PreparedCall {
  const { id } = call;
  const args = argumentsForLog(call.input);
  const definition = findTool(catalogue.definitions, call.name);
  const name = definition?.id ?? excerpt(call.name);
  try {
    assertOffered(call.name, definition, catalogue, offered);
    if (call.problem !== undefined)
      throw invalid(`${name}: the arguments cannot be read: ${excerpt(call.problem, SHOWN_PROBLEM_CHARS)}`);
    const input = parseArguments(definition, call.input);
    assertMayWrite(definition, input, catalogue);
    return { id, name, args, definition, input };
  } catch (problem) {
    if (!NodeFailure.is(problem)) throw problem;
    return { id, name, args, problem };
  }
}

/** Of a tool whose effects depend on its arguments, only calls that read may be left. */
function assertMayWrite(definition: AnyToolDefinition, input: unknown, { limits }: ToolCatalogue): void {
  if (!limits || forInput(definition.effects, input) !== 'write' || mayWrite(definition, limits)) return;
  throw new NodeFailure('tool-not-enabled', `This call of ${definition.id} would write something`, { hint: whyNotWrite(limits) });
}

function assertOffered(
  name: string,
  definition: AnyToolDefinition | undefined,
  catalogue: ToolCatalogue,
  offered: readonly string[] | undefined,
): asserts definition is AnyToolDefinition {
  const listed = listTools(catalogue);
  const usable = listed
    .filter(({ definition: { id }, whyNot }) => whyNot === undefined && (offered?.includes(id) ?? true))
    .map(({ definition: one }) => one);
  if (definition && usable.includes(definition)) return;
  const unlisted = definition && whyUnlisted(definition, catalogue);
  if (definition && unlisted !== undefined && (offered?.includes(definition.id) ?? true))
    throw new NodeFailure('reach-refused', `The published version does not allow the tool ${definition.id}`, {
      hint: unlisted,
      path: TOOL_NAME,
    });
  const whyNot = listed.find((one) => one.definition === definition)?.whyNot;
  if (definition && whyNot && (offered === undefined || offered.includes(definition.id)))
    throw new NodeFailure('tool-not-enabled', `The tool ${definition.id} is not enabled`, { hint: whyNot, path: TOOL_NAME });
  const meant = nearestTool(usable, name);
  const known = usable.map(({ id }) => id).join(', ');
  throw new NodeFailure('tool-unknown', `There is no tool '${excerpt(name)}' here`, {
    hint: meant === undefined ? `There ${known ? `are: ${known}` : 'are none'}` : `Did you mean ${meant}?`,
    path: TOOL_NAME,
  });
}

/** Of a published run, which logs the refused call. */
function whyUnlisted(definition: AnyToolDefinition, { reachable }: ToolCatalogue): string | undefined {
  const tool = unboundTool(definition);
  if (tool.isOfCaller) return undefined;
  const why = reachable?.whyNot(tool);
  if (why !== undefined) reachable?.onRefused(tool.id);
  return why;
}

/** What a failure names as its path when not an argument is at fault but the name of the tool. */
export const TOOL_NAME = 'toolName';

/**
 * A tool's arguments, checked and with their defaults.
 * @throws {NodeFailure} `tool-arguments-invalid` that names each argument at fault with its value
 */
export function parseArguments(definition: AnyToolDefinition, input: unknown): unknown {
  const { id, bound } = definition;
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid(`${id}: the arguments have to be one object, not ${Array.isArray(input) ? 'a list' : shown(input)}`);
  // Before anything walks them: both ends are a model's or a person's choice.
  const excess = jsonExcess(input);
  if (excess !== undefined) throw invalid(`${id}: the arguments have ${excess}`);
  if (sizeOf(input) > MAX_ARGUMENT_CHARS) throw invalid(`${id}: the arguments are longer than ${MAX_ARGUMENT_CHARS} characters`);
  if (hasPrototypeKey(input)) throw invalid(`${id}: no argument may have the name __proto__`);
  const parsed = parseToolInput(definition, input);
  if (!parsed.ok) throw invalidArguments(id, parsed.issues, argumentNames(definition));
  // Rules about several arguments see the fixed ones too.
  if (bound) parseArguments(bound.base, { ...parsed.data, ...bound.with });
  return parsed.data;
}

function invalidArguments(id: string, issues: readonly ToolInputIssue[], known: readonly string[]): NodeFailure {
  const shown = issues.slice(0, SHOWN_ISSUES).map((issue) => describeIssue(issue, known));
  const rest = issues.length > SHOWN_ISSUES ? `; and ${issues.length - SHOWN_ISSUES} more` : '';
  const path = issues[0]?.path.map(String).join('.');
  return invalid(`${id}: ${shown.join('; ')}${rest}`, {
    hint: known.length > 0 ? `The arguments are: ${known.join(', ')}` : 'It takes no arguments',
    ...(path && { path }),
  });
}

function describeIssue({ path, message, value, unknown }: ToolInputIssue, known: readonly string[]): string {
  if (unknown) {
    const shown = unknown.slice(0, SHOWN_ISSUES).map((key) => describeUnknown(key, path, known));
    return unknown.length > shown.length ? `${shown.join('; ')}; and ${unknown.length - shown.length} more` : shown.join('; ');
  }
  return `${path.map(String).join('.') || 'the arguments'}${value === undefined ? '' : ` is ${shown(value)}`}: ${message}`;
}

function describeUnknown(key: string, path: readonly PropertyKey[], known: readonly string[]): string {
  const meant = path.length === 0 ? didYouMean(key, known) : undefined;
  return `there is no argument '${excerpt([...path.map(String), key].join('.'))}'${meant ? `, did you mean ${meant}?` : ''}`;
}

function invalid(message: string, details: { path?: string; hint?: string } = {}): NodeFailure {
  return new NodeFailure('tool-arguments-invalid', message, details);
}

function shown(value: unknown): string {
  return isTooDeep(value) ? '…' : briefJson(value, SHOWN_VALUE_CHARS);
}

function excerpt(text: string, maxChars = SHOWN_VALUE_CHARS): string {
  return text.length > maxChars ? `${text.slice(0, maxChars).toWellFormed()}…` : text;
}

/** Without the time of writing a text that is far too long. */
function sizeOf(input: object): number {
  return JSON.stringify(input).length;
}

function argumentsForLog(input: unknown): unknown {
  if (input === undefined) return null;
  const text = isTooDeep(input) ? 'nested too deeply' : JSON.stringify(input);
  return text.length > MAX_ARGUMENT_CHARS || isTooDeep(input)
    ? { excerpt: text.slice(0, EXCERPT_CHARS).toWellFormed(), chars: text.length }
    : input;
}
