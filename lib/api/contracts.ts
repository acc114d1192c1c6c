import { getHealth, getOpenApi, getReady } from './health.contract.ts';
import { listModels } from './models.contract.ts';
import { listNodeTypes } from './node-types.contract.ts';
import { getRun, listRuns, readRunEvents, runDocument, runNode, runWorkflow, stopRun } from './runs.contract.ts';
import { getTemplate, listTemplates } from './templates.contract.ts';
import {
  createWorkflow,
  deleteWorkflow,
  getWorkflow,
  listWorkflows,
  replaceWorkflow,
  validateWorkflow,
} from './workflows.contract.ts';

/** Every operation of the API, by name. Routes, client and OpenAPI document are all made from this. */
export const contracts = {
  getHealth,
  getReady,
  getOpenApi,
  createWorkflow,
  listWorkflows,
  getWorkflow,
  replaceWorkflow,
  deleteWorkflow,
  validateWorkflow,
  runWorkflow,
  runDocument,
  runNode,
  listRuns,
  getRun,
  readRunEvents,
  stopRun,
  listTemplates,
  getTemplate,
  listModels,
  listNodeTypes,
} as const;
export type Contracts = typeof contracts;
