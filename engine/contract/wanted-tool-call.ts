/** A tool the model wants called. `problem` says why its arguments cannot be used. */
export type WantedToolCall = { readonly id: string; readonly name: string; readonly input: unknown; readonly problem?: string };
