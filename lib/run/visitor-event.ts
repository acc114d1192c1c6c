import { type ChatAnswer, type ChatStepKind, chatStepKindSchema } from '../chat/chat-answer.ts';
import type { Language } from '../i18n/language.ts';
import { isOwn } from '../text/citation.ts';
import { answerMarkdown, composeAnswer, withoutOwnAddresses } from './compose-answer.ts';
import { hiddenPath } from './hidden-path.ts';
import type { PublicEvent } from './public-event.ts';

/** About models, plans and what they take: nothing of it is part of an answer. */
const UNSEEN: ReadonlySet<PublicEvent['type']> = new Set([
  'token_usage',
  'skill_activated',
  'context_compacted',
  'plan_updated',
  'thinking',
  'code_output',
  'effect',
]);

/** Fields that are for people who made the workflow: what was called, why, and what it took. */
const UNSEEN_FIELDS = [
  'workflowId',
  'model',
  'maxContext',
  'usage',
  'costUsd',
  'isCostPartial',
  'reason',
  'finishReason',
] as const;

/**
 * For visitors: without names that authors and administrators chose, without what the run took, and with the answer
 * instead of the outputs. Approvals have no names, by `approvalFor`.
 */
export function visitorEvent(event: PublicEvent, { language }: { readonly language?: Language | undefined }) {
  if (UNSEEN.has(event.type)) return undefined;
  const shown = { ...event };
  for (const field of UNSEEN_FIELDS) if (field in shown) delete (shown as Record<string, unknown>)[field];
  if ('nodeIds' in shown) shown.nodeIds = shown.nodeIds.map(hiddenPath);
  if ('from' in shown && shown.from !== undefined) shown.from = hiddenPath(shown.from);
  if (shown.type !== 'confirm_required' && 'nodeId' in shown && shown.nodeId !== undefined)
    shown.nodeId = hiddenPath(shown.nodeId);
  if ('parent' in shown && shown.parent) shown.parent = { ...shown.parent, agent: 'agent' };
  if (shown.type === 'tool_call' || shown.type === 'tool_result' || shown.type === 'tool_progress')
    shown.name = toolStep(shown.name);
  if (shown.type === 'content' && shown.citations) shown.citations = shown.citations.filter(({ url }) => !isOwn(url));
  if (shown.type === 'run_resumed') shown.reason = '';
  if (shown.type !== 'done') return shown;
  const { answerParts, outputs, breakpoints: _breakpoints, ...done } = shown;
  const parts = answerParts ?? (done.status === 'succeeded' ? visitorAnswer(outputs ?? {}, language) : []);
  return { ...done, tokensUsed: 0, outputs: visitorOutputs(parts, language), answerParts: parts };
}

/** The answer of a run that is no turn of a session. Ids of nodes may be the names of its outputs. */
export function visitorAnswer(outputs: Readonly<Record<string, unknown>>, language?: Language): ChatAnswer {
  return withoutOwnAddresses(composeAnswer({ replies: [], outputs, hasTitles: false, ...(language && { language }) }));
}

/** What a visitor reads instead of outputs: the answer as Markdown. */
export function visitorOutputs(answer: ChatAnswer, language?: Language): { answer?: string } {
  const text = answerMarkdown(answer, language);
  return text === '' ? {} : { answer: text };
}

const STEP_OF_TOOL: Readonly<Record<string, ChatStepKind>> = {
  web_search: 'web',
  read_url: 'web',
  read_document: 'documents',
  read_file: 'documents',
  list_files: 'documents',
  search_content: 'documents',
  create_artifact: 'file',
  create_doc: 'file',
  create_slides: 'file',
  revise_slide: 'file',
  write_file: 'file',
  edit_file: 'file',
  replace_text: 'file',
  a2ui: 'think',
  open_url: 'think',
  final_answer: 'think',
  hand_off: 'think',
  update_memory: 'think',
  time_now: 'think',
  read_tabs: 'think',
  read_skill: 'think',
  read_result: 'think',
};

/** What the call of a tool is to a customer. Names of steps stay as they are, so that faces may ask for any name. */
export function toolStep(name: string): ChatStepKind {
  if (chatStepKindSchema.safeParse(name).success) return name as ChatStepKind;
  if (Object.hasOwn(STEP_OF_TOOL, name)) return STEP_OF_TOOL[name] as ChatStepKind;
  return /knowledge/.test(name) ? 'documents' : 'lookup';
}
