/** A result of a tool that has an app, as its server gave it: `content`, `structuredContent` and `_meta`. */
export type ToolAppResult = {
  readonly uri: string;
  /** The tool as `server@tool`, under whatever name a model called it. */
  readonly tool: string;
  readonly result: unknown;
};
