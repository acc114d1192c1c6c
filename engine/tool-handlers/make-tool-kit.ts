import { AppError } from '#lib/errors/app-error.ts';
import type { ServerCapability, ToolRegistry } from '#lib/tools/define-tool.ts';
import { nearestTool } from '#lib/tools/tool-catalogue.ts';
import type { ToolSetting } from '#lib/tools/tool-policy.ts';
import { toolRegistry } from '#tools/registry.gen.ts';
import type { ToolKit } from '../contract/tool-kit.ts';
import { handlerRegistry } from './registry.gen.ts';

type Parts = Pick<ToolKit, 'payloads'> &
  Partial<Omit<ToolKit, 'payloads' | 'settings' | 'capabilities'>> & {
    /** As the config file has them, by tool id. */
    readonly settings?: Readonly<Record<string, { readonly enabled?: boolean } & Pick<ToolSetting, 'approval' | 'risk'>>>;
  };

const serverCapabilities: readonly ServerCapability[] = ['files', 'search', 'sandbox', 'commands', 'workflows'];

/**
 * The tools of a server, by default the built-in ones. A tool that requires a missing capability is disabled.
 * @throws {AppError} `config-invalid` for settings of a tool that does not exist
 */
export function makeToolKit({
  codeHosts = [],
  codeEnvironment = {},
  settings = {},
  definitions = toolRegistry,
  handlers = handlerRegistry,
  ...ports
}: Parts): ToolKit {
  const present = serverCapabilities.filter((name) => ports[name] !== undefined);
  return {
    ...ports,
    handlers,
    codeHosts,
    codeEnvironment,
    definitions: withCodeHosts(definitions, codeHosts),
    settings: settingsOf(settings, definitions),
    capabilities: new Set(present),
  };
}

/**
 * Code that may call hosts is an effect that is not repeated without a decision; its description
 * names the hosts.
 */
function withCodeHosts(definitions: ToolRegistry, hosts: readonly string[]): ToolRegistry {
  const { code_execute: codeExecute } = definitions;
  if (!codeExecute || hosts.length === 0) return definitions;
  const network = `It may call ${hosts.join(', ')} with await fetch(url, …), and nothing else.`;
  const description = `${codeExecute.description.replace(' without network', '')} ${network}`;
  return { ...definitions, code_execute: { ...codeExecute, description, effects: 'write' } };
}

function settingsOf(settings: NonNullable<Parts['settings']>, definitions: ToolRegistry): Record<string, ToolSetting> {
  // Tools of workspaces have an @ in their ids and are not known here.
  const unknown = Object.keys(settings).find((id) => !Object.hasOwn(definitions, id) && !id.includes('@'));
  if (unknown !== undefined) {
    const meant = nearestTool(Object.values(definitions), unknown);
    const help = meant ? `Did you mean tools.${meant}?` : `Known tools: ${Object.keys(definitions).join(', ')}`;
    throw new AppError('config-invalid', `tools.${unknown}: there is no such tool. ${help}`, {
      details: { keys: [`tools.${unknown}`] },
    });
  }
  return Object.fromEntries(
    Object.entries(settings).map(([id, { enabled = true, approval = 'default', risk }]) => [
      id,
      { isEnabled: enabled, approval, ...(risk && { risk }) },
    ]),
  );
}
