import type { Contracts } from '#lib/api/contracts.ts';
import type { Handler } from './define-handler.ts';
import { createWorkflowHandler } from './handlers/create-workflow.handler.ts';
import { deleteWorkflowHandler } from './handlers/delete-workflow.handler.ts';
import { getHealthHandler } from './handlers/get-health.handler.ts';
import { getOpenApiHandler } from './handlers/get-open-api.handler.ts';
import { getReadyHandler } from './handlers/get-ready.handler.ts';
import { getRunHandler } from './handlers/get-run.handler.ts';
import { getTemplateHandler } from './handlers/get-template.handler.ts';
import { getWorkflowHandler } from './handlers/get-workflow.handler.ts';
import { listModelsHandler } from './handlers/list-models.handler.ts';
import { listNodeTypesHandler } from './handlers/list-node-types.handler.ts';
import { listRunsHandler } from './handlers/list-runs.handler.ts';
import { listTemplatesHandler } from './handlers/list-templates.handler.ts';
import { listWorkflowsHandler } from './handlers/list-workflows.handler.ts';
import { readRunEventsHandler } from './handlers/read-run-events.handler.ts';
import { replaceWorkflowHandler } from './handlers/replace-workflow.handler.ts';
import { runDocumentHandler } from './handlers/run-document.handler.ts';
import { runNodeHandler } from './handlers/run-node.handler.ts';
import { runWorkflowHandler } from './handlers/run-workflow.handler.ts';
import { stopRunHandler } from './handlers/stop-run.handler.ts';
import { validateWorkflowHandler } from './handlers/validate-workflow.handler.ts';

/** The code of every contract; leaving one out does not compile. */
export const handlers: { readonly [Name in keyof Contracts]: Handler<Contracts[Name]> } = {
  getHealth: getHealthHandler,
  getReady: getReadyHandler,
  getOpenApi: getOpenApiHandler,
  createWorkflow: createWorkflowHandler,
  listWorkflows: listWorkflowsHandler,
  getWorkflow: getWorkflowHandler,
  replaceWorkflow: replaceWorkflowHandler,
  deleteWorkflow: deleteWorkflowHandler,
  validateWorkflow: validateWorkflowHandler,
  runWorkflow: runWorkflowHandler,
  runDocument: runDocumentHandler,
  runNode: runNodeHandler,
  listRuns: listRunsHandler,
  getRun: getRunHandler,
  readRunEvents: readRunEventsHandler,
  stopRun: stopRunHandler,
  listTemplates: listTemplatesHandler,
  getTemplate: getTemplateHandler,
  listModels: listModelsHandler,
  listNodeTypes: listNodeTypesHandler,
};
