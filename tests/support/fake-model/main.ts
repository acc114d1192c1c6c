import { parseArgs } from 'node:util';
import { grammar } from './behaviour.ts';
import { startFakeModel } from './start-fake-model.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '9101' }, help: { type: 'boolean', default: false } },
});

if (values.help) {
  process.stdout.write(
    `A model server for trying things out, on loopback only.\n\n  npm run fake-model -- [--port 9101]\n\n${grammar}\n`,
  );
} else {
  const { url, stop } = await startFakeModel({ port: Number(values.port) });
  process.stdout.write(`The fake model listens at ${url} (Ctrl-C ends it, --help lists its model names).
Put this into threadloom.config.yaml:

models:
  fake:
    provider: openai-compatible
    base_url: ${url}
    model: fake-t200-d5
default_model: fake
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}
