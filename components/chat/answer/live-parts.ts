import type { TalkNodes } from '#components/chat/answer/answer-nodes.ts';
import type { RunView } from '#components/run-view/run-feed.ts';
import type { ChatAnswer } from '#lib/chat/chat-answer.ts';
import type { Language } from '#lib/i18n/language.ts';
import { chatAnswerOf } from '#lib/run/answer-of-run.ts';
import { artifactsOfEvents } from '#lib/run/artifacts-of-events.ts';
import { withoutIterations } from '#lib/run/node-path.ts';
import type { OpenedTab } from '#lib/run/opened-tab.ts';
import type { NodeState, ToolCallState } from '#lib/run/run-state.ts';
import { surfaceOf, tabOf } from '#lib/run/shown-by-call.ts';

/** Apps of one turn, the latest ones. */
const MAX_APPS = 6;

export type LiveParts = {
  readonly answer: ChatAnswer;
  /** What models reasoned on the way. */
  readonly thinking: string;
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
export function liveParts({ run, events }: RunView, { answers }: TalkNodes, language: Language): LiveParts {
  const nodes = Object.values(run.nodes);
  const isAnswer = ({ nodeId }: NodeState) => answers?.has(withoutIterations(nodeId)) ?? false;
  const artifacts = artifactsOfEvents(events).flatMap(({ artifactId, name, mediaType, sizeBytes = 0, revision }) =>
    artifactId === undefined ? [] : [{ kind: 'artifact', artifactId, name, mediaType, size: sizeBytes, revision } as const],
  );
  const said = chatAnswerOf(run, { answerNodes: answers, language });
  const isEnd = ({ kind }: ChatAnswer[number]) => kind === 'waiting' || kind === 'failed';
  return {
    answer: [...said.filter((part) => !isEnd(part)), ...artifacts, ...said.filter(isEnd)],
    thinking: nodes
      .map(({ thinking }) => thinking)
      .filter((thinking) => thinking !== '')
      .join('\n\n'),
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
