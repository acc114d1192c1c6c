const marker = Symbol.for('threadloom.waiting');

/**
 * Thrown by a node that can do nothing more until a person has decided. No failure: the node is let go of, keeps nothing in memory, and is started
 * again when there is a decision. Whoever catches errors on the way lets it pass.
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
