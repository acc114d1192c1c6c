// What the test hands to a program, and how the program answers.

/** The address of the server, and of each endpoint its slug and its key. */
export const { server, endpoints, deliveries, hooks } = JSON.parse(process.env.CLIENT_TARGET ?? '{}');

/** Prints the result as the last line, and ends the program: some libraries keep timers and sockets. */
export function report(result) {
  process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit(0));
}

/** The address of an endpoint over one of its protocols. */
export const addressOf = ({ slug }, protocol = '') => `${server}/api/v1/run/${slug}${protocol}`;
