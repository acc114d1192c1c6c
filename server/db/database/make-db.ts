import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';

/** What repositories work on: the pool, or one open transaction. `query` answers with plain rows; cast bigints and times in the SQL. */
export type Db = {
  readonly prisma: Prisma.TransactionClient;
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

/** The entity client over a pool somebody else opened and closes. */
export function makePrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}

export function dbOfPool(pool: pg.Pool, prisma: PrismaClient): Db {
  return {
    prisma,
    async query<Row>(text: string, values: readonly unknown[]) {
      // A row's shape is what the SQL beside the call says.
      return (await pool.query(text, [...values])).rows as Row[];
    },
  };
}

export function dbOfTransaction(prisma: Prisma.TransactionClient): Db {
  return { prisma, query: (text, values) => prisma.$queryRawUnsafe(text, ...values) };
}
