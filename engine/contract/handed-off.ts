/** Ends an interaction whose model passed the conversation to another agent. Not a failure. */
export class HandedOff extends Error {
  /** Its name in the document. */
  readonly agent: string;

  constructor(agent: string) {
    super(`The conversation passes to ${agent}`);
    this.agent = agent;
  }
}
