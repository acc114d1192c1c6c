const marker = Symbol.for('threadloom.waiting');

/**
 * Thrown by a node that needs a decision to continue. Not a failure: the node is suspended without
 * memory or timers, and runs again from its start once there is a decision. Rethrow it.
 */
export class SuspendedError extends Error {
  override readonly name = 'Waiting';
  readonly [marker] = true;

  constructor() {
    super('Waits for a person');
  }

  static is(value: unknown): value is SuspendedError {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
