/** The prelude's `tools`: `await tools.web_search({ query })`. The host checks the name. */
export const guestTools = `
  if (askCall !== undefined) {
    class ToolError extends ErrorType {
      get name() { return 'ToolError'; }
    }
    const readAnswer = (answer) => {
      if (!answer.ok) throw new ErrorType(answer.message);
      return answer.value;
    };
    const call = async (name, args) => {
      try { return await ask(askCall, { name, args }, readAnswer); } catch (refused) { throw new ToolError(refused.message); }
    };
    globalThis.ToolError = ToolError;
    globalThis.tools = new Proxy(freeze({}), {
      get: (_, name) => typeof name === 'string' && name !== 'then' ? (args = {}) => call(name, args) : undefined,
    });
  }
`;
