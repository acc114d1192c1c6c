import type { CredentialSlot, CredentialSlots, CredentialType } from '../../credentials/credential-type.ts';
import type { NodeRegistry } from '../../node-kit/define-node.ts';
import { namesIn } from '../checks/named-fields.ts';
import type { Workflow } from '../workflow.ts';

const NAME_MAX_CHARS = 64;

type Chosen = { readonly id: string; readonly name: string; readonly type: CredentialType };
type Known = {
  readonly slots: CredentialSlots;
  /** Ids of the credentials that fill slots, by slot. */
  readonly filled: ReadonlyMap<string, string>;
  /** The slot that the field names now. */
  readonly current?: string | undefined;
};

/**
 * Under which slot a workflow uses a credential: one that it fills already, the current one while nothing of another
 * type fills it, or a new one named after it.
 */
export function slotFor({ id, name, type }: Chosen, { slots, filled, current }: Known): string {
  const isOpen = (slot: string) => slots[slot]?.type === type && filled.get(slot) === undefined;
  const own = Object.keys(slots).find((slot) => slots[slot]?.type === type && filled.get(slot) === id);
  if (own !== undefined) return own;
  if (current !== undefined && isOpen(current)) return current;
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const slot = name.slice(0, NAME_MAX_CHARS - suffix.length) + suffix;
    if (slots[slot] === undefined || isOpen(slot)) return slot;
  }
}

/** The workflow with a slot in its settings; one that is declared already keeps its hosts. */
export function declareSlot(workflow: Workflow, slot: string, declared: CredentialSlot): Workflow {
  const slots = workflow.settings.credentials ?? {};
  if (slots[slot]?.type === declared.type) return workflow;
  return setSlots(workflow, { ...slots, [slot]: declared });
}

/** The workflow with other hosts for a slot. */
export function setSlotHosts(workflow: Workflow, slot: string, hosts: readonly string[]): Workflow {
  const slots = workflow.settings.credentials ?? {};
  const declared = slots[slot];
  return declared ? setSlots(workflow, { ...slots, [slot]: { ...declared, hosts: [...hosts] } }) : workflow;
}

/** The workflow without a slot that no node and no trigger names any more. */
export function dropUnusedSlot(workflow: Workflow, slot: string, registry: NodeRegistry): Workflow {
  const { [slot]: dropped, ...rest } = workflow.settings.credentials ?? {};
  const isNamed = workflow.nodes.some((node) => namesIn(node, registry, 'credential').some(({ name }) => name === slot));
  // Definitions of triggers come with code that the canvas does not need.
  const isOfTrigger = (workflow.triggers ?? []).some(({ config }) => Object.values(config).includes(slot));
  return dropped === undefined || isNamed || isOfTrigger ? workflow : setSlots(workflow, rest);
}

function setSlots(workflow: Workflow, slots: CredentialSlots): Workflow {
  const { credentials: _, ...settings } = workflow.settings;
  return { ...workflow, settings: Object.keys(slots).length > 0 ? { ...settings, credentials: { ...slots } } : settings };
}
