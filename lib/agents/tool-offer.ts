import { z } from 'zod';

/** Names that every provider accepts. */
export const offeredToolNameSchema = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/, 'A name begins with a letter and has at most 64 letters, digits, _ and -');

/** A tool with fixed arguments, as a node offers it to its model. */
export const boundToolSchema = z.strictObject({
  tool: z.string().min(1, 'Choose a tool').max(200).meta({ title: 'Tool', description: 'Id of the tool.' }),
  name: offeredToolNameSchema
    .optional()
    .meta({ title: 'Name', description: 'What the model calls it. The id of the tool when empty.' }),
  description: z
    .string()
    .max(5000)
    .optional()
    .meta({ title: 'Description', description: "What the model reads about it. The tool's own when empty." }),
  with: z
    .record(z.string().min(1).max(200), z.json())
    .optional()
    .meta({
      title: 'Fixed arguments',
      description: 'Arguments by name that the model neither sees nor changes. Insert values of other nodes with {{node.field}}.',
      expression: 'template',
      ui: { widget: 'keyValue' },
    }),
  ask: z
    .boolean()
    .optional()
    .meta({ title: 'Ask first', description: 'A person approves every call of it, whatever the policy of the tool says.' }),
});

/** Ids of tools, or tools with fixed arguments. */
export const toolOffersSchema = z.array(z.union([z.string().min(1), boundToolSchema])).max(50);
export type ToolOffer = z.output<typeof toolOffersSchema>[number];

/** What the model calls it. */
export function offeredName(offer: ToolOffer): string {
  return typeof offer === 'string' ? offer : (offer.name ?? offer.tool);
}

type OfferedTool = { readonly tool: string; readonly parameters: unknown; readonly asks?: true };

/** The names of tools in a list of a document, which may be anything, with what is fixed of their arguments. */
export function toolsInOffers(offers: unknown): OfferedTool[] {
  return [offers].flat().flatMap((offer: unknown) => {
    if (typeof offer === 'string') return [{ tool: offer, parameters: undefined }];
    const { tool, with: parameters, ask } = (offer ?? {}) as { tool?: unknown; with?: unknown; ask?: unknown };
    return typeof tool === 'string' ? [{ tool, parameters, ...(ask === true && { asks: true }) }] : [];
  });
}
