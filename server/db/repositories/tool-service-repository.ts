import { z } from 'zod';
import { AppError } from '#lib/errors/app-error.ts';
import { type ApiOperation, apiOperationSchema, type FailureField } from '#lib/openapi/api-operation.ts';
import type { WorkspaceId } from '#lib/ports/run-store.ts';
import type { Db } from '../database/make-db.ts';
import { Prisma, type ToolService as Row } from '../generated/prisma/client.ts';

/** An HTTP service whose operations are tools. */
export type ToolServiceRecord = {
  readonly id: string;
  readonly title: string;
  readonly serverUrl: string;
  readonly credentialId: string | null;
  readonly recipe: string | null;
  readonly isEnabled: boolean;
  /** All of its document. */
  readonly operations: readonly ApiOperation[];
  /** Names of those that are tools. */
  readonly chosen: readonly string[];
  readonly createdAt: Date;
  readonly changedAt: Date;
};
export type NewToolService = Omit<ToolServiceRecord, 'createdAt' | 'changedAt' | 'isEnabled'> & {
  readonly failure: FailureField | null;
};
export type ToolServiceChange = Partial<Pick<ToolServiceRecord, 'title' | 'serverUrl' | 'credentialId' | 'chosen' | 'isEnabled'>>;

export type ToolServiceRepository = {
  /** @throws {AppError} `name-taken` */
  create(service: NewToolService): Promise<void>;
  /** All of them, by id. */
  list(): Promise<ToolServiceRecord[]>;
  get(id: string): Promise<ToolServiceRecord | null>;
  /** @returns false when there is no such service */
  change(id: string, change: ToolServiceChange): Promise<boolean>;
  /** @returns false when there is no such service */
  remove(id: string): Promise<boolean>;
};

const operationsSchema = z.array(apiOperationSchema);

export function toolServiceRepository({ prisma }: Db, workspaceId: WorkspaceId): ToolServiceRepository {
  return {
    async create({ operations, chosen, failure, ...service }) {
      const texts = { operations: JSON.stringify(operations), failure: failure && JSON.stringify(failure) };
      try {
        await prisma.toolService.create({ data: { ...service, ...texts, chosen: [...chosen], workspaceId } });
      } catch (error) {
        if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error;
        throw new AppError('name-taken', `There is another service '${service.id}'. Choose another id.`);
      }
    },
    async list() {
      const rows = await prisma.toolService.findMany({ where: { workspaceId }, orderBy: { id: 'asc' } });
      return rows.map(toRecord);
    },
    async get(id) {
      const row = await prisma.toolService.findFirst({ where: { id, workspaceId } });
      return row && toRecord(row);
    },
    async change(id, { chosen, ...change }) {
      const data = { ...change, ...(chosen && { chosen: [...chosen] }), changedAt: new Date() };
      const { count } = await prisma.toolService.updateMany({ where: { id, workspaceId }, data });
      return count > 0;
    },
    async remove(id) {
      const { count } = await prisma.toolService.deleteMany({ where: { id, workspaceId } });
      return count > 0;
    },
  };
}

function toRecord({ workspaceId: _workspace, failure: _failure, operations, ...row }: Row): ToolServiceRecord {
  return { ...row, operations: operationsSchema.parse(JSON.parse(operations)) };
}
