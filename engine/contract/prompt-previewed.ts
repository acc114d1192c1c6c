/** Ends a node whose first model request was only to be seen. Not a failure of model or node. */
export class PromptPreviewed extends Error {
  constructor() {
    super('The request is previewed, not sent');
  }
}
