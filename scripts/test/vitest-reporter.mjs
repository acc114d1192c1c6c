// A vitest reporter that writes the results of each file as soon as it has ended.
import { CpuMeter } from '../cpu-time.mjs';
import { appendResults, firstLine } from './results-file.mjs';

export default class ResultsReporter {
  #cpu = new CpuMeter();

  onTestModuleEnd(module) {
    const file = module.relativeModuleId;
    const tests = [...module.children.allTests()].map((test) => {
      const { state, errors } = test.result();
      const outcome = state === 'passed' || state === 'failed' ? state : 'skipped';
      return { file, title: test.fullName, outcome, ...(outcome === 'failed' && { error: firstLine(errors?.[0]?.message) }) };
    });
    const [error] = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
    appendResults(...tests, { file, seconds: secondsOf(module), ...(error && { error: firstLine(error.message) }) });
    this.#cpu.take();
  }

  onTestRunEnd(_modules, unhandledErrors) {
    appendResults(...unhandledErrors.map(({ message }) => ({ error: firstLine(message) })), { cpuSeconds: this.#cpu.take() });
  }
}

/** Imports and hooks included. */
function secondsOf(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000;
}
