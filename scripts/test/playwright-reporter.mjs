// A Playwright reporter that writes the result of each test as soon as it has ended.
import { CpuMeter } from '../cpu-time.mjs';
import { appendResults, firstLine } from './results-file.mjs';

export default class ResultsReporter {
  #cpu = new CpuMeter();

  onTestEnd(test, { status, retry, duration, error }) {
    const isLast = status === 'passed' || status === 'skipped' || retry === test.retries;
    const outcome = status === 'passed' || status === 'skipped' ? status : isLast ? 'failed' : 'failed-once';
    const file = test.location.file.split(/[\\/]/).at(-1);
    const failure = outcome.startsWith('failed') && { error: firstLine(error?.message ?? status) };
    appendResults({ file, title: `${file}: ${test.title}`, outcome, seconds: duration / 1000, ...failure });
    this.#cpu.take();
  }

  onError({ message }) {
    appendResults({ error: firstLine(message) });
  }

  onEnd() {
    appendResults({ cpuSeconds: this.#cpu.take() });
  }

  printsToStdio() {
    return false;
  }
}
