import { forgetDraft, keepDraft, readKeptDraft } from '#components/data/kept-draft.ts';

/** The unsent message to the assistant: it outlives the panel and the page, in this tab. */
export type AssistantDraft = { readonly read: () => string; readonly write: (text: string) => void };

/** Of one workflow. */
export function draftOf(workflowId: string): AssistantDraft {
  const key = `assistant ${workflowId}`;
  return {
    read: () => readKeptDraft(key, { text: '' }).text,
    write: (text) => (text === '' ? forgetDraft(key) : keepDraft(key, { text }, [])),
  };
}
