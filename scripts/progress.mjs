// Progress of long work: one line that is redrawn on a terminal, a line every few seconds elsewhere.
const terminalEveryMs = 250;
const logEveryMs = 5_000;

/**
 * Shows `title` and, until `end()`, what `statusAt(seconds)` answers. Takes a stream, so that a test can read it.
 */
export function showProgress(title, statusAt, stream = process.stdout) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  stream.write(`${title}\n`);
  const draw = () => stream.write(stream.isTTY ? `\r\x1b[2K  ${statusAt(seconds())}` : `  ${statusAt(seconds())}\n`);
  const timer = setInterval(draw, stream.isTTY ? terminalEveryMs : logEveryMs);
  return {
    end(summary) {
      clearInterval(timer);
      if (stream.isTTY) stream.write('\r\x1b[2K');
      if (summary) stream.write(`  ${summary} (${seconds()} s)\n`);
    },
  };
}
