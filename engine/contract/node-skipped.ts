const marker = Symbol.for('threadloom.node-skipped');

/**
 * Thrown when a person decided to continue without a node whose effect is unknown. Not a failure:
 * no retry and no error branch applies. Rethrow it.
 */
export class NodeSkipped extends Error {
  override readonly name = 'NodeSkipped';
  readonly [marker] = true;

  constructor() {
    super('A person decided to continue without this node');
  }

  static is(value: unknown): value is NodeSkipped {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
