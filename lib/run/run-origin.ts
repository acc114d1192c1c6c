/** The interfaces by which a run can be started. */
export const surfaces = [
  'rest',
  'stream',
  'chat',
  'chat-page',
  'widget',
  'form',
  'trigger',
  'openai-chat',
  'openai-responses',
  'mcp',
  'a2a',
  'ag-ui',
  'langgraph',
  'studio',
  'api',
] as const;
export type Surface = (typeof surfaces)[number];

/** How a run was started. */
export type RunOrigin = {
  readonly surface: Surface;
  /** Name of the program that asked, or kind of the trigger, as `cleanClientName` makes it. */
  readonly client?: string;
  /** The key that the caller used. */
  readonly keyId?: string;
};
