import { briefJson } from '../json/brief-json.ts';
import type { FixedArguments } from '../run/event-parts.ts';
import type { AnyToolDefinition } from './define-tool.ts';
import { unboundTool } from './tool-catalogue.ts';

const HIDDEN = '•••';
const SHOWN_CHARS = 2000;
const SECRET_NAME =
  /^(proxy-)?authorization$|cookie$|pass(word|wd|phrase)$|secret|credential|(^|[-_])token$|[a-z]Token$|api[-_]?key|private[-_]?key|^x-.*(key|token)$/i;

/** Undefined for a tool without fixed arguments. Of one that is bound twice, both bindings count. */
export function fixedArgumentsOf(definition: AnyToolDefinition): FixedArguments | undefined {
  if (!definition.bound) return undefined;
  return { tool: unboundTool(definition).id, args: withoutSecrets(allFixed(definition)) as FixedArguments['args'] };
}

/** One line for a reader of texts alone. */
export function fixedArgumentsText({ tool, args }: FixedArguments): string {
  return `${tool}, fixed: ${briefJson(args, SHOWN_CHARS)}`;
}

function allFixed({ bound }: AnyToolDefinition): Record<string, unknown> {
  return bound ? { ...bound.with, ...allFixed(bound.base) } : {};
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value === 'string') return withoutPassword(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET_NAME.test(name) ? HIDDEN : withoutSecrets(inner)]),
  );
}

/** Of an address with a name and a password. */
function withoutPassword(text: string): string {
  return text.replace(/^(https?:\/\/[^/?#@:]*):[^/?#@]*@/i, `$1:${HIDDEN}@`);
}
