import { getHealth } from '#lib/api/health.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getHealthHandler = defineHandler(getHealth, async ({ deps }) => ({
  status: 200,
  body: {
    status: 'ok',
    version: deps.version,
    database: deps.database.kind,
    uptimeMs: Math.round(process.uptime() * 1000),
    sandbox: { place: deps.sandbox.place, walls: deps.sandbox.walls()?.slice() ?? null },
  },
}));
