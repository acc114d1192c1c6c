// A vitest reporter: writes how long each file took, imports and hooks included, as JSON to the
// file of TEST_DURATIONS.
import { writeFileSync } from 'node:fs';

export default class DurationsReporter {
  onTestRunEnd(modules) {
    const path = process.env.TEST_DURATIONS;
    if (path) writeFileSync(path, JSON.stringify(modules.map(measure)));
  }
}

function measure(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const totalMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { file: module.relativeModuleId, seconds: totalMs / 1000 };
}
