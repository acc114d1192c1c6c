import { defineCommand } from '../define-command.ts';

export const schemaCommand = defineCommand({
  name: 'schema',
  summary: 'Prints the JSON Schema of workflows, for other editors',
  usage: '',
  operands: { min: 0, max: 0 },
  options: {},
  details: 'The schema knows the config of every node type. A server has the same one at /schema/workflow.schema.json.',
  examples: ['threadloom schema > workflow.schema.json'],
  async run({ terminal }) {
    const { documentSchemaText } = await import('#lib/workflow/document-json-schema.ts');
    const { nodeRegistry } = await import('#nodes/registry.gen.ts');
    terminal.out(documentSchemaText(nodeRegistry));
    return 0;
  },
});
