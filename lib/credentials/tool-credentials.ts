import { z } from 'zod';
import { type CredentialSlots, slotNameSchema } from './credential-type.ts';

const MAX_SLOTS = 20;

/** The slots that calls of tools may use; the same field in every node that calls tools. */
export const toolCredentialsSchema = z
  .array(slotNameSchema)
  .max(MAX_SLOTS)
  .default([])
  .meta({
    title: 'Credentials of tools',
    description:
      'Credentials that http_request may send, by their names in the settings of the workflow. A model knows the names and never a value.',
    expression: 'literal',
    refersTo: 'credential',
    ui: { group: 'Advanced' },
  });

/** The declared slots among these names. */
export function slotsNamed(names: unknown, slots: CredentialSlots): CredentialSlots {
  const wanted = Array.isArray(names) ? names : [];
  return Object.fromEntries(Object.entries(slots).filter(([slot]) => wanted.includes(slot)));
}
