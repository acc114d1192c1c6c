/** Objects of A2A 1.0 as they look in JSON, as far as workflows use them. */
export const taskStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
] as const;
export type TaskState = (typeof taskStates)[number];

export type Part = {
  readonly text?: string;
  readonly data?: unknown;
  /** Base64. */
  readonly raw?: string;
  readonly url?: string;
  readonly filename?: string;
  readonly mediaType?: string;
};
export type Message = {
  readonly messageId: string;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly role: 'ROLE_USER' | 'ROLE_AGENT';
  readonly parts: readonly Part[];
};
export type TaskStatus = { readonly state: TaskState; readonly message?: Message; readonly timestamp: string };
export type Artifact = { readonly artifactId: string; readonly name: string; readonly parts: readonly Part[] };
export type Task = {
  readonly id: string;
  readonly contextId: string;
  readonly status: TaskStatus;
  readonly artifacts: readonly Artifact[];
};
type Named = { readonly taskId: string; readonly contextId: string };
export type StatusUpdate = Named & { readonly status: TaskStatus };
export type ArtifactUpdate = Named & { readonly artifact: Artifact; readonly append: boolean; readonly lastChunk: boolean };

/** One event of a stream. */
export type StreamResponse =
  | { readonly task: Task }
  | { readonly statusUpdate: StatusUpdate }
  | { readonly artifactUpdate: ArtifactUpdate };
