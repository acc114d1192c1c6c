/** The unsent message to the assistant: it outlives the panel and the page, in this tab. */
export type AssistantDraft = { readonly read: () => string; readonly write: (text: string) => void };

/** Of one workflow. */
export function draftOf(workflowId: string): AssistantDraft {
  const key = `threadloom.assistant.${workflowId}`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key) ?? '';
      } catch {
        // No storage: the draft lasts as long as the page.
        return '';
      }
    },
    write(text) {
      try {
        if (text === '') sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
      } catch {
        // As above.
      }
    },
  };
}
