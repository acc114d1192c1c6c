import { contracts } from '#lib/api/contracts.gen.ts';
import { toEndpointOpenApi } from '#lib/api/endpoint-openapi.ts';
import { readEndpointOpenApi } from '#lib/api/published.contract.ts';
import { AppError } from '#lib/errors/app-error.ts';
import { endpointResponses } from '#lib/workflow/endpoint-responses.ts';
import { outputsJsonSchema } from '#lib/workflow/infer-schemas.ts';
import { schemaOfCel } from '#lib/workflow/schema-of-cel.ts';
import { inputsJsonSchema, type StartConfig } from '#lib/workflow/start-inputs.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';
import { toolsOf } from '../../handler-kit/tools-of.ts';

export const readEndpointOpenApiHandler = defineHandler(readEndpointOpenApi, async ({ deps, endpoint, workspaceId }) => {
  if (!endpoint) throw new AppError('authentication-failed', 'The document of an endpoint is read with its key.');
  const workflow = await deps.publishing.frozen.get(endpoint.documentHash);
  const start = workflow.nodes.find(({ type }) => type === 'start');
  const config = deps.nodes.start?.config.safeParse(start?.config ?? {});
  const inputs = config?.success ? (config.data as StartConfig).inputs : [];
  const known = { tools: (await toolsOf(deps, workspaceId)).definitions, celSchema: schemaOfCel };
  const body = toEndpointOpenApi(Object.values(contracts), {
    version: deps.version,
    serverUrl: deps.publicOrigin,
    slug: endpoint.slug,
    title: workflow.name,
    description: workflow.description,
    inputs: inputsJsonSchema({ inputs }),
    declared: inputs,
    outputs: outputsJsonSchema(workflow, deps.nodes, known),
    responses: endpointResponses(workflow, deps.nodes, known),
  });
  return { status: 200, body };
});
