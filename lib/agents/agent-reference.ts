/** An agent of the workspace as documents name it: `editor`, or one of its versions, `editor@3`. */
export const AGENT_REFERENCE = /^([a-z][a-z0-9-]{0,62})(?:@([1-9]\d{0,8}))?$/;
