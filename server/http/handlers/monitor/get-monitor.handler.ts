import { getMonitor } from '#lib/api/monitor.contract.ts';
import { defineHandler } from '../../handler-kit/define-handler.ts';

export const getMonitorHandler = defineHandler(getMonitor, async ({ query: { range }, repos, deps }) => {
  const [found, processes] = await Promise.all([repos.monitor.read(range, deps.clock.now()), deps.processes()]);
  return { status: 200, body: { range, ...found, processes } };
});
