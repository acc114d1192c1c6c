import { AppError } from '#lib/errors/app-error.ts';
import type { RunDeployment } from '#lib/ports/run-store.ts';
import { findTool, nearestTool, type ToolCatalogue } from '#lib/tools/tool-catalogue.ts';
import type { Endpoint } from '../../db/stores/endpoint-store.ts';

type Requested = { readonly model?: string | undefined; readonly toolNames?: readonly string[] | undefined };

/**
 * The caller's restrictions of a published run, with tools by id.
 * @throws {AppError} `body-invalid` naming the field that the deployment does not allow, or the
 * tool that does not exist
 * @returns `toolNames` as ids of tools
 */
export function parseRestrictions(
  { model, toolNames }: Requested,
  { allowedModels, allowsToolNames }: Pick<Endpoint, 'allowedModels' | 'allowsToolNames'>,
  { definitions }: Pick<ToolCatalogue, 'definitions'>,
): Pick<RunDeployment, 'model' | 'toolNames'> {
  if (model !== undefined && !allowedModels.includes(model)) {
    const rule =
      allowedModels.length > 0 ? `lets callers name one of: ${allowedModels.join(', ')}` : 'lets callers name no model';
    throw refusal('body.model', `This endpoint ${rule}`, model);
  }
  if (toolNames !== undefined && !allowsToolNames)
    throw refusal('body.toolNames', 'This endpoint does not let callers take tools away', toolNames);
  const toolIds = toolNames?.map((name, index) => {
    const tool = findTool(definitions, name);
    if (tool) return tool.id;
    const meant = nearestTool(Object.values(definitions), name);
    // If unknown names were ignored, a misspelled one would remove the tool that it should keep.
    throw refusal(`body.toolNames.${index}`, `There is no tool '${name}'${meant ? `. Did you mean ${meant}?` : ''}`, name);
  });
  return { ...(model !== undefined && { model }), ...(toolIds && { toolNames: toolIds }) };
}

function refusal(path: string, message: string, value: unknown): AppError {
  return new AppError('body-invalid', `${path}: ${message}`, { details: { problems: [{ path, message, value }] } });
}
