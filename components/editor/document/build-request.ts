/** What a new workflow is to be built from, handed from the start page to the editor. */
export type BuildRequest = {
  /** What the person wrote. */
  readonly message: string;
  /** Name of the model that builds it; undefined for the default one. */
  readonly model?: string | undefined;
  /** The nearest template, where only the demo model is there, with the words that spoke for it. */
  readonly template?: { readonly id: string; readonly words: readonly string[] } | undefined;
};

const keyOf = (workflowId: string) => `threadloom.build.${workflowId}`;

/** Leaves a request for the editor that opens next in this tab. */
export function leaveBuildRequest(workflowId: string, request: BuildRequest): void {
  try {
    sessionStorage.setItem(keyOf(workflowId), JSON.stringify(request));
  } catch {
    // Without storage the editor opens with an empty workflow.
  }
}

/** The request of this workflow, until it is removed: a page that is loaded again in between starts over. */
export function readBuildRequest(workflowId: string): BuildRequest | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(workflowId));
    // Only `leaveBuildRequest` writes under this key.
    return text === null ? undefined : (JSON.parse(text) as BuildRequest);
  } catch {
    return undefined;
  }
}

export function removeBuildRequest(workflowId: string): void {
  try {
    sessionStorage.removeItem(keyOf(workflowId));
  } catch {
    // Nothing was stored.
  }
}
