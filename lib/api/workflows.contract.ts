import { z } from 'zod';
import { graphOutlineSchema } from '../workflow/graph-outline.ts';
import { workflowSchema } from '../workflow/workflow.ts';
import { components } from './components.ts';
import { defineContract } from './define-contract.ts';
import { pageOf, pageQuery } from './page.ts';
import { validationSchema } from './validation.ts';
import { workflowSorts, workflowStates } from './workflow-list.ts';

workflowSchema.register(components, { id: 'Workflow' });

const id = z.string().min(1).max(100);
const revision = z.int().positive().meta({ description: 'Starts at 1; each change adds one.' });
const times = { createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() };
const savedSchema = z.object({ id, revision }).register(components, { id: 'SavedWorkflow' });

const workflowResourceSchema = z
  .object({ id, revision, ...times, document: workflowSchema })
  .register(components, { id: 'WorkflowResource' });

const workflowSummarySchema = z
  .object({ id, name: z.string(), revision, ...times })
  .register(components, { id: 'WorkflowSummary' });

const workflowCountsSchema = z
  .object({ all: z.int(), live: z.int(), failing: z.int(), waiting: z.int() })
  .register(components, { id: 'WorkflowCounts' });
export type WorkflowCounts = z.output<typeof workflowCountsSchema>;

export const createWorkflow = defineContract({
  name: 'createWorkflow',
  scope: 'edit',
  method: 'POST',
  path: '/api/v1/workflows',
  tag: 'workflows',
  summary: 'Create a workflow',
  description:
    'The body is the document. A draft may be incomplete: only its structure is checked here, everything else by `validate` and when a run starts.',
  body: workflowSchema,
  invalidBody: 'workflow-invalid',
  results: { 201: { description: 'Saved.', body: savedSchema } },
  errors: ['workflow-invalid', 'body-too-large'],
});

export const listWorkflows = defineContract({
  name: 'listWorkflows',
  method: 'GET',
  path: '/api/v1/workflows',
  tag: 'workflows',
  summary: 'List workflows, last saved first',
  description: 'A workflow must match all filters. A cursor continues the list that returned it: keep filters and `sort`.',
  query: z.object({
    ...pageQuery,
    search: z.string().max(200).optional().meta({ description: 'Part of the name, case-insensitive.' }),
    state: z.enum(workflowStates).optional().meta({
      description: '`live`: it has an endpoint. `failing`: its last run failed. `waiting`: a run of it waits.',
    }),
    sort: z.enum(workflowSorts).default('saved').meta({
      description:
        '`saved`: last saved first. `name`: A to Z; numbers in names count as numbers. `nodes`: most nodes first. `run`: latest run first, workflows without a run last.',
    }),
    include: z
      .enum(['counts'])
      .optional()
      .meta({ description: '`counts`: also return how many workflows there are in each state.' }),
  }),
  results: {
    200: {
      description: 'One page.',
      body: pageOf(workflowSummarySchema).extend({
        counts: workflowCountsSchema.optional().meta({
          description: 'How many workflows match `search`, on all pages and whatever `state` is. Only with `include=counts`.',
        }),
      }),
    },
  },
  errors: [],
});

export const getWorkflow = defineContract({
  name: 'getWorkflow',
  method: 'GET',
  path: '/api/v1/workflows/{id}',
  tag: 'workflows',
  summary: 'Get a workflow',
  params: z.object({ id }),
  results: { 200: { description: 'The workflow with its document. `ETag` is its revision.', body: workflowResourceSchema } },
  errors: ['not-found'],
});

graphOutlineSchema.register(components, { id: 'WorkflowGraph' });

export const getWorkflowGraph = defineContract({
  name: 'getWorkflowGraph',
  method: 'GET',
  path: '/api/v1/workflows/{id}/graph',
  tag: 'workflows',
  summary: 'The LangGraph graph that runs of a workflow invoke',
  description:
    'Each step is one LangGraph node. Nodes that answer at once share a step with the nodes they depend on, so that LangGraph schedules only what takes time; `fused` says why several nodes are one step.',
  params: z.object({ id }),
  results: { 200: { description: 'The compiled graph of the draft.', body: graphOutlineSchema } },
  errors: ['not-found', 'workflow-invalid'],
});

export const replaceWorkflow = defineContract({
  name: 'replaceWorkflow',
  scope: 'edit',
  method: 'PUT',
  path: '/api/v1/workflows/{id}',
  tag: 'workflows',
  summary: 'Replace a workflow',
  description:
    '`If-Match` is the revision that the document is based on. If the stored revision differs, nothing is saved and the 409 contains both documents: `details.current` (`revision`, `document`) and `details.yours`.',
  params: z.object({ id }),
  headers: z.object({
    'if-match': z.string().max(50).optional().meta({ description: 'The revision, as `3` or `"3"`. Missing: 428.' }),
  }),
  body: workflowSchema,
  invalidBody: 'workflow-invalid',
  results: { 200: { description: 'Saved.', body: savedSchema } },
  errors: ['not-found', 'revision-stale', 'revision-required', 'workflow-invalid', 'body-too-large'],
});

export const deleteWorkflow = defineContract({
  name: 'deleteWorkflow',
  scope: 'edit',
  method: 'DELETE',
  path: '/api/v1/workflows/{id}',
  tag: 'workflows',
  summary: 'Delete a workflow',
  description: 'Its runs are kept.',
  params: z.object({ id }),
  results: { 204: { description: 'Deleted.' } },
  errors: ['not-found'],
});

export const validateWorkflow = defineContract({
  name: 'validateWorkflow',
  scope: 'read',
  method: 'POST',
  path: '/api/v1/workflows/validate',
  tag: 'workflows',
  summary: 'Validate a document',
  description:
    'Returns all problems of a document. The body is any JSON; a body that is not a workflow is reported as a problem. Nothing is stored.',
  body: z.json(),
  results: { 200: { description: 'The problems.', body: validationSchema } },
  errors: ['body-too-large'],
});

export const reachSchema = z
  .object({
    models: z.array(z.string()),
    tools: z.array(z.string()).meta({ description: 'Ids, those of its agents included.' }),
    servers: z.array(z.string()).meta({
      description:
        'What executes those tools, where it is not Threadloom itself, with its origin, command or module: `mcp docs https://mcp.example.com`, `mcp files command:files`, `service slack https://slack.com`, `a2a billing https://agents.example.com`, `module search ./search.mjs`. Runs of the version call no tool of another one. `*`, of versions of earlier builds: any.',
    }),
    agents: z.array(z.string()),
    graphs: z.array(z.string()).meta({ description: 'LangGraph graphs of the server, which reach whatever the server does.' }),
    workflows: z.array(z.string()).meta({ description: 'Called workflows, as `wf_7@3` or `wf_7@draft`.' }),
    hosts: z.array(z.string()),
    hasOpenHost: z.boolean().meta({ description: 'Whether some request takes its host from a value or a model.' }),
    openHosts: z.array(z.string()).meta({
      description:
        'Where those requests may go, besides `hosts`, as it was named when the version was published. `*`, also of a draft: any host that the server allows.',
    }),
    secrets: z.array(z.string()).meta({ description: 'Values of the server that code was granted, by name.' }),
    credentials: z.array(z.string()).meta({ description: 'Slots of the workflow whose credentials it sends, by name.' }),
    knowledge: z.array(z.string()).meta({ description: 'Knowledge bases that it writes to; those it searches are tools.' }),
    usesFiles: z.boolean().meta({
      description: 'Whether it reads or writes files: its own, those of its caller, those that it names, and those of `folders`.',
    }),
    folders: z.array(z.string()).meta({ description: 'Folders whose files every run may read; `/` is all of the workspace.' }),
    usesStore: z.boolean().meta({ description: 'Whether it reads or writes the values that the workspace keeps between runs.' }),
    skills: z.array(z.string()).meta({ description: 'Skills whose instructions its models may follow; `*` is every one.' }),
    searchesWeb: z.boolean(),
    remembersUsers: z.boolean().meta({ description: 'Keeps what its users said for later runs.' }),
    runsCode: z.boolean(),
    runsCommands: z.boolean().meta({ description: 'Whether it starts programs of the server, outside the sandbox.' }),
    asksPeople: z.boolean(),
    unknown: z
      .array(z.string())
      .meta({ description: 'Node types, tools, agents and called workflows about which this server cannot say more.' }),
  })
  .register(components, { id: 'WorkflowReach' });
export type WorkflowReachResource = z.output<typeof reachSchema>;

export const readWorkflowReach = defineContract({
  name: 'readWorkflowReach',
  scope: 'read',
  method: 'POST',
  path: '/api/v1/workflows/reach',
  tag: 'workflows',
  summary: 'List what a document may reach',
  description:
    'What a run of the document may use and touch, with the workflows, tools and agents that it calls. Disabled nodes count. Nothing is stored or run.',
  body: workflowSchema,
  invalidBody: 'workflow-invalid',
  results: { 200: { description: 'What it may reach.', body: reachSchema } },
  errors: ['workflow-invalid', 'body-too-large'],
});
