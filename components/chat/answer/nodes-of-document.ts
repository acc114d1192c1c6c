import type { TalkNodes } from '#components/chat/answer/answer-nodes.ts';
import { answerTexts } from '#lib/workflow/leaving-texts.ts';
import { stepNodes } from '#lib/workflow/step-nodes.ts';
import type { Workflow } from '#lib/workflow/workflow.ts';

/** The same that the server says of a published workflow. */
export function nodesOfDocument(document: Workflow): TalkNodes {
  return { answers: answerTexts(document), steps: stepNodes(document) };
}
