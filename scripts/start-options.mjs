// Options of `npm start` and `npm run dev`. Everything else is set by variables of the environment.
import { parseArgs } from 'node:util';
import { StartError } from './child.mjs';

const options = { port: { type: 'string' }, host: { type: 'string' }, help: { type: 'boolean', short: 'h' } };

export const usage = `Options, after -- as in npm start -- --port 4000:
  --port <number>   port of the web server, instead of PORT (3000)
  --host <address>  address to bind to, instead of HOST (127.0.0.1)
Other settings are variables of the environment and threadloom.config.yaml: docs/configuration.md`;

/**
 * The variables that the options stand for, which win over those of the environment; undefined when help is wanted.
 * @throws {StartError} an option that does not exist, one without a value, or one that npm kept to itself
 */
export function readStartOptions(args, env) {
  const kept = ['port', 'host'].find((name) => env[`npm_config_${name}`] && !args.some((arg) => arg.startsWith(`--${name}`)));
  if (kept) throw new StartError(`npm keeps options before -- to itself. Write: ${commandWith(kept, args, env)}`);
  const { port, host, help } = parse(args);
  if (help) return undefined;
  return { ...(port !== undefined && { PORT: port }), ...(host !== undefined && { HOST: host }) };
}

function parse(args) {
  try {
    const { values } = parseArgs({ args, options, strict: true });
    const empty = ['port', 'host'].find((name) => values[name] === '');
    if (empty) throw new Error(`--${empty} needs a value`);
    return values;
  } catch (error) {
    throw new StartError(`${error.message.split('. To specify')[0]}.\n${usage}`);
  }
}

/** npm takes an option it does not know for a switch, and passes its value on. */
function commandWith(name, args, env) {
  const { npm_lifecycle_event: script = 'start', [`npm_config_${name}`]: value } = env;
  return `npm ${script === 'start' ? '' : 'run '}${script} -- --${name} ${value === 'true' ? args.join(' ') : value}`.trim();
}
