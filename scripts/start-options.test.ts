import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readStartOptions } from './start-options.mjs';

test('options are variables of the environment', () => {
  expect(readStartOptions([], {})).toEqual({});
  expect(readStartOptions(['--port', '4000'], { PORT: '5000' })).toEqual({ PORT: '4000' });
  expect(readStartOptions(['--port=4000', '--host', '0.0.0.0'], {})).toEqual({ PORT: '4000', HOST: '0.0.0.0' });
  expect(readStartOptions(['--help'], {})).toBeUndefined();
});

test('an option that does not exist or has no value is refused, with the options there are', () => {
  expect(() => readStartOptions(['--prot', '4000'], {})).toThrow(/Unknown option '--prot'\.\nOptions, .*--port <number>/s);
  expect(() => readStartOptions(['4000'], {})).toThrow(/Unexpected argument '4000'/);
  expect(() => readStartOptions(['--port'], {})).toThrow(/'--port <value>' argument missing/);
  expect(() => readStartOptions(['--host='], {})).toThrow(/--host needs a value/);
});

test('an option that npm kept to itself is named', () => {
  expect(() => readStartOptions([], { npm_config_port: '4000', npm_lifecycle_event: 'start' })).toThrow(
    'Write: npm start -- --port 4000',
  );
  expect(() => readStartOptions(['4000'], { npm_config_port: 'true' })).toThrow('Write: npm start -- --port 4000');
  expect(() => readStartOptions([], { npm_config_host: '::1', npm_lifecycle_event: 'dev' })).toThrow(
    'Write: npm run dev -- --host ::1',
  );
});

test('npm appends options to the command that reads them', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  for (const name of ['start', 'dev', 'worker', 'sandbox']) expect(scripts[name]).toBe(`exec node scripts/${name}.mjs`);
});
