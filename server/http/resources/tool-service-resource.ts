import type { ServiceOperationResource, ToolServiceResource } from '#lib/api/tool-services.contract.ts';
import type { ApiOperation } from '#lib/openapi/api-operation.ts';
import type { ToolServiceRecord } from '../../db/repositories/tool-service-repository.ts';
import { riskOf } from '../../tool-services/to-sourced-tools.ts';

export function toToolServiceResource({
  operations,
  chosen,
  createdAt,
  changedAt,
  ...service
}: ToolServiceRecord): ToolServiceResource {
  return {
    ...service,
    operations: toOperations(operations, chosen),
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

export function toOperations(operations: readonly ApiOperation[], chosen: readonly string[]): ServiceOperationResource[] {
  const wanted = new Set(chosen);
  return operations.map(({ name, title, description, method, path }) => ({
    name,
    title,
    description,
    method,
    path,
    risk: riskOf(method),
    isChosen: wanted.has(name),
  }));
}
