import type { AnyToolDefinition, ToolRisk } from './define-tool.ts';

/** What an administrator says of one tool. `default` leaves it to the tool's risk; `always` and `never` ask whatever it is. */
export type ToolSetting = {
  readonly isEnabled?: boolean;
  readonly approval?: 'default' | 'always' | 'never';
};

/** Whether a person is asked before a call: not at all, until one says that it need not be asked again in this run, or each time. */
export type ApprovalPolicy = 'none' | 'until-remembered' | 'each-time';

const policyByRisk: Readonly<Record<ToolRisk, ApprovalPolicy>> = { low: 'none', medium: 'until-remembered', high: 'each-time' };

/** @param input the call's arguments, parsed */
export function approvalPolicy(definition: AnyToolDefinition, input: unknown, setting: ToolSetting = {}): ApprovalPolicy {
  const { approval = 'default' } = setting;
  if (approval === 'never') return 'none';
  if (approval === 'always' || definition.needsApproval) return 'each-time';
  return policyByRisk[forInput(definition.risk, input)];
}

/** What a definition says of a call with these arguments. */
export function forInput<T extends string | boolean>(said: T | ((input: unknown) => T), input: unknown): T {
  return typeof said === 'function' ? said(input) : said;
}
