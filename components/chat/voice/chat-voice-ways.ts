/** Which models of voice the endpoint of a conversation has. */
export type ChatVoiceWays = {
  readonly slug: string;
  readonly transcribes: boolean;
  readonly speaks: boolean;
  /** Of a chat page, whose callers read sentences instead of errors. */
  readonly isOfPage: boolean;
  /** Before a call. @throws when there can be none */
  readonly beforeCall?: () => Promise<void>;
};
