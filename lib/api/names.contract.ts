import { z } from 'zod';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';

const names = (description: string) => z.array(z.string()).meta({ description });

const namesSchema = z
  .object({
    model: names('Models, of which `default` is one; `openai/` stands for all models of that provider.'),
    graph: names('Graphs of the config file.'),
    knowledge: names('Knowledge bases of the workspace.'),
    skill: names('Skills of the workspace and of the server.'),
  })
  .register(components, { id: 'Names' });

export const listNames = defineContract({
  name: 'listNames',
  method: 'GET',
  path: '/api/v1/names',
  tag: 'catalogue',
  summary: 'List names that documents may use',
  description: 'What fields of nodes may name, in addition to tools and agents. Others are problems of the document.',
  results: { 200: { description: 'The names of each kind.', body: namesSchema } },
  errors: [],
});
