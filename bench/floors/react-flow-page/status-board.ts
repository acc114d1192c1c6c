type Listener = () => void;

/** Status of each node. Notifies only the subscribers of that node, at most once a frame. */
export class StatusBoard {
  readonly #statuses = new Map<string, string>();
  readonly #listeners = new Map<string, Listener>();
  readonly #subscribers = new Map<string, (listener: Listener) => Listener>();
  readonly #changed = new Set<string>();

  readonly read = (nodeId: string): string => this.#statuses.get(nodeId) ?? '';

  subscribeTo(nodeId: string): (listener: Listener) => Listener {
    const known = this.#subscribers.get(nodeId);
    if (known) return known;
    const subscribe = (listener: Listener) => {
      this.#listeners.set(nodeId, listener);
      return () => this.#listeners.delete(nodeId);
    };
    this.#subscribers.set(nodeId, subscribe);
    return subscribe;
  }

  /** @returns once the run is over */
  follow(source: EventSource): Promise<void> {
    return new Promise((resolve) => {
      source.onmessage = ({ data }) => {
        const event = JSON.parse(data as string) as { type: string; nodeId?: string; status?: string };
        if (event.type === 'node_started') this.#set(event.nodeId ?? '', 'running');
        if (event.type === 'node_finished') this.#set(event.nodeId ?? '', event.status ?? '');
        if (event.type !== 'done') return;
        source.close();
        resolve();
      };
    });
  }

  #set(nodeId: string, status: string): void {
    this.#statuses.set(nodeId, status);
    if (this.#changed.size === 0) requestAnimationFrame(() => this.#tell());
    this.#changed.add(nodeId);
  }

  #tell(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const nodeId of changed) this.#listeners.get(nodeId)?.();
  }
}
