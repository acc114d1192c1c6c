import { defineConfig } from 'prisma-cli/config';

// `generate` never connects, so the fallback only has to parse; `migrate` needs the real address.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/threadloom' },
});
