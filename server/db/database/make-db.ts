import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Statement } from './sql.ts';

/**
 * What repositories work on: the pool, or an open transaction. `query` returns plain rows: cast
 * bigints and times in the SQL.
 */
export type Db = {
  readonly prisma: Prisma.TransactionClient;
  query<Row>(statement: Statement): Promise<Row[]>;
};

/** Prisma Client on a pool that the caller opens and closes. */
export function makePrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}

export function dbOfPool(pool: pg.Pool, prisma: PrismaClient): Db {
  return {
    prisma,
    async query<Row>({ text, values }: Statement) {
      // The SQL of the caller decides the shape of a row.
      return (await pool.query(text, [...values])).rows as Row[];
    },
  };
}

export function dbOfTransaction(prisma: Prisma.TransactionClient): Db {
  return { prisma, query: ({ text, values }) => prisma.$queryRawUnsafe(text, ...values) };
}
