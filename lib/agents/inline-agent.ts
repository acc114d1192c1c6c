/** Name of the agent that is written into a node. */
export const INLINE_AGENT = 'inline';
