/** A tool call requested by the model. `problem`: why its arguments are invalid. */
export type WantedToolCall = { readonly id: string; readonly name: string; readonly input: unknown; readonly problem?: string };
