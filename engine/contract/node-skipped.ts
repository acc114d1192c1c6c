const marker = Symbol.for('threadloom.node-skipped');

/**
 * Thrown when a person decided, about an effect of which nobody knows whether it happened, that the run goes on without its node. No failure: no retry and no
 * error branch takes it. Whoever catches errors on the way lets it pass.
 */
export class NodeSkipped extends Error {
  override readonly name = 'NodeSkipped';
  readonly [marker] = true;

  constructor() {
    super('A person decided to go on without this node');
  }

  static is(value: unknown): value is NodeSkipped {
    return typeof value === 'object' && value !== null && marker in value;
  }
}
