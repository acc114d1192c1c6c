import type { Language } from '#lib/i18n/language.ts';
import { withoutIterations } from '#lib/run/node-path.ts';
import type { OpenedTab } from '#lib/run/opened-tab.ts';
import { readableAnswer } from '#lib/run/readable-answer.ts';
import type { NodeState, RunState, ToolCallState } from '#lib/run/run-state.ts';
import { isTerminal } from '#lib/run/run-status.ts';
import { surfaceOf, tabOf } from '#lib/run/shown-by-call.ts';
import { type Citation, citationSchema } from '#lib/text/citation.ts';

/** Apps of one turn, the latest ones. */
const MAX_APPS = 6;

export type AnswerParts = {
  readonly text: string;
  /** What models reasoned on the way. */
  readonly thinking: string;
  readonly citations: readonly Citation[];
  /** Nodes with tool calls or a plan, in the order they started. */
  readonly working: readonly NodeState[];
  /** Calls by which models answered with an interface. */
  readonly surfaces: readonly ToolCallState[];
  /** Pages that models show the person; of several in one tab the latest. */
  readonly tabs: readonly OpenedTab[];
  /** Calls whose results an app of an MCP server shows. */
  readonly apps: readonly ToolCallState[];
};

/** What a person sees of a turn, at any moment of it. */
export function answerParts(run: RunState, answerNodes: ReadonlySet<string> | undefined, language: Language): AnswerParts {
  const nodes = Object.values(run.nodes);
  const isAnswer = ({ nodeId }: NodeState) => answerNodes?.has(withoutIterations(nodeId)) ?? false;
  const writing = nodes.filter((node) => isAnswer(node) && node.text !== '');
  return {
    text: textOf(run, writing, language),
    thinking: nodes
      .map(({ thinking }) => thinking)
      .filter((thinking) => thinking !== '')
      .join('\n\n'),
    citations: writing.flatMap(({ output }) => citationsOf(output)),
    surfaces: nodes
      .filter(isAnswer)
      .flatMap(({ toolCalls }) => toolCalls.filter((call) => call.status === 'success' && surfaceOf(call) !== undefined)),
    apps: nodes.flatMap(({ toolCalls }) => toolCalls.filter(({ app, status }) => app && status === 'success')).slice(-MAX_APPS),
    tabs: tabsOf(nodes),
    working: nodes.filter(({ toolCalls, plan }) => toolCalls.length > 0 || plan !== undefined),
  };
}

function tabsOf(nodes: readonly NodeState[]): readonly OpenedTab[] {
  const opened = nodes
    .flatMap(({ toolCalls }) => toolCalls)
    .flatMap((call) => (call.status === 'success' ? (tabOf(call) ?? []) : []));
  return [...new Map(opened.map((tab) => [tab.tabId, tab])).values()];
}

/** Replies in their order, and after them what is being written. */
function textOf({ status, replies, outputs }: RunState, writing: readonly NodeState[], language: Language): string {
  const said = replies.map(({ content }) => content);
  if (said.length > 0) {
    const over = new Set(replies.map(({ from }) => from));
    const rest = writing.filter(({ nodeId }) => !over.has(withoutIterations(nodeId))).map(({ text }) => text);
    return [...said, ...rest].join('\n\n');
  }
  if (isTerminal(status) && outputs) return readableAnswer([], outputs, language);
  return writing.map(({ text }) => text).join('\n\n');
}

function citationsOf(output: unknown): readonly Citation[] {
  const given = typeof output === 'object' && output !== null && 'citations' in output ? output.citations : undefined;
  return citationSchema.array().safeParse(given).data ?? [];
}
