import type { AnyToolDefinition, ToolRisk } from './define-tool.ts';

/** Policy of an administrator for one tool. `default`: by risk; `always` and `never` override it. */
export type ToolSetting = {
  readonly isEnabled?: boolean;
  readonly approval?: 'default' | 'always' | 'never';
  /** Instead of the tool's own risk. */
  readonly risk?: ToolRisk | undefined;
};

/** Whether a call needs an approval: never, until it is remembered for the run, or always. */
export type ApprovalPolicy = 'none' | 'until-remembered' | 'each-time';

const policyByRisk: Readonly<Record<ToolRisk, ApprovalPolicy>> = { low: 'none', medium: 'until-remembered', high: 'each-time' };

/** @param input parsed arguments of the call */
export function approvalPolicy(definition: AnyToolDefinition, input: unknown, setting: ToolSetting = {}): ApprovalPolicy {
  const { approval = 'default', risk = definition.risk } = setting;
  if (approval === 'never') return 'none';
  if (approval === 'always' || definition.needsApproval) return 'each-time';
  return policyByRisk[forInput(risk, input)];
}

/** Properties of a definition for a call with these arguments. */
export function forInput<T extends string | boolean>(said: T | ((input: unknown) => T), input: unknown): T {
  return typeof said === 'function' ? said(input) : said;
}
