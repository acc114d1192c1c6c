import { MAX_TODOS, type Todo, type TodoStatus } from '#lib/run/todo.ts';

/** A plan that is worked on from its first step to its last. Ids are never used again. */
export class Plan {
  #todos: readonly Todo[] = [];
  #made = 0;

  constructor(steps: readonly string[]) {
    this.add(steps);
  }

  get todos(): readonly Todo[] {
    return this.#todos;
  }

  /** The step whose turn it is; undefined when none is open. */
  get next(): Todo | undefined {
    return this.#todos.find(({ status }) => status === 'pending' || status === 'active');
  }

  set(id: string, status: TodoStatus): void {
    this.#todos = this.#todos.map((todo) => (todo.id === id ? { ...todo, status } : todo));
  }

  /** Drops the open steps and continues with these. */
  replaceOpen(steps: readonly string[]): void {
    this.#todos = this.#todos.map((todo) => (todo.status === 'pending' ? { ...todo, status: 'dropped' } : todo));
    this.add(steps);
  }

  add(steps: readonly string[]): void {
    const open = this.#todos.filter(({ status }) => status !== 'dropped').length;
    const added = steps.slice(0, Math.max(1, MAX_TODOS - open)).map((text) => ({
      id: `todo-${++this.#made}`,
      text,
      status: 'pending' as const,
    }));
    this.#todos = [...this.#todos, ...added];
  }
}
