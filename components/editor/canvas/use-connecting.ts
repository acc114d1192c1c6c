'use client';
import type { FinalConnectionState, Connection as FlowConnection, OnConnectEnd } from '@xyflow/react';
import { useMemo } from 'react';
import type { EditorStore } from '#components/editor/document/editor-store.ts';
import type { CanvasNotice, ClientPosition, EditorUiStore } from '#components/editor/document/editor-ui.ts';
import { type AllEditCommands, useEditCommands } from '#components/editor/document/use-edit-commands.ts';
import { useEditorStore, useEditorUiStore } from '#components/editor/document/use-editor.tsx';
import type { FlowEdge } from '#components/editor/elements/flow-elements.ts';
import { type Connection, connectPorts } from '#lib/workflow/edit/connect-ports.ts';
import { reconnectEdge } from '#lib/workflow/edit/reconnect-edge.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/**
 * Drawing edges: which are allowed, the notice for the others, and the menu for an edge dropped on the empty canvas.
 * The functions are stable: for each new one React Flow would check everything it renders.
 */
export function useConnecting() {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const commands = useEditCommands();
  return useMemo(() => makeConnecting({ store, ui, commands }), [store, ui, commands]);
}

type Tools = { readonly store: EditorStore; readonly ui: EditorUiStore; readonly commands: AllEditCommands };

function makeConnecting({ store, ui, commands }: Tools) {
  /** The edge being reconnected, which is ignored by the checks. */
  let reconnecting: string | undefined;
  const { notify, addAt } = ui.getState();

  function refuse(reason: ConnectionNotice['reason'], ends?: Partial<Connection>, at?: ClientPosition) {
    notify({ kind: 'connection', reason, source: ends?.source, target: ends?.target, at });
  }
  function tryConnection(connection: Connection) {
    const { document } = store.getState();
    const edgeId = reconnecting;
    return edgeId === undefined
      ? connectPorts(document, nodeRegistry, connection)
      : reconnectEdge(document, nodeRegistry, { edgeId, connection });
  }
  function isValidConnection(edge: FlowEdge | FlowConnection): boolean {
    const connection = toConnection(edge);
    return connection !== undefined && tryConnection(connection).ok;
  }
  /** Explains why an edge dropped on a port was refused. @returns whether there was something to explain */
  function notifyRefusal(event: MouseEvent | TouchEvent, state: FinalConnectionState): boolean {
    const at = 'clientX' in event ? { clientX: event.clientX, clientY: event.clientY } : undefined;
    const tried = triedConnection(state);
    if (tried === 'same-side') refuse('same-side', undefined, at);
    if (tried === undefined || tried === 'same-side') return tried !== undefined;
    const connected = state.isValid === false ? tryConnection(tried) : undefined;
    if (connected?.ok === false) refuse(connected.refusal, tried, at);
    return true;
  }
  const onConnectEnd: OnConnectEnd = (event, state) => {
    // The library ends a dragged edge with the same call, which has its own answer.
    if (reconnecting !== undefined || notifyRefusal(event, state)) return;
    if (state.toNode || state.fromHandle?.type !== 'source' || !('clientX' in event)) return;
    const { nodeId, id: port } = state.fromHandle;
    if (port != null) addAt({ after: { nodeId, port }, clientX: event.clientX, clientY: event.clientY });
  };
  function begin() {
    notify(undefined);
    addAt(undefined);
  }

  return {
    isValidConnection,
    onConnectStart: begin,
    onConnect: (flow: FlowConnection) => {
      const connection = toConnection(flow);
      const refusal = connection && commands.connect(connection);
      if (refusal) refuse(refusal, connection);
    },
    onConnectEnd,
    onClickConnectEnd: onConnectEnd,
    onReconnectStart: (_: unknown, edge: FlowEdge) => {
      reconnecting = edge.id;
      begin();
    },
    onReconnect: (edge: FlowEdge, flow: FlowConnection) => {
      const connection = toConnection(flow);
      const refusal = connection && commands.reconnect(edge.id, connection);
      if (refusal) refuse(refusal, connection);
    },
    onReconnectEnd: (event: MouseEvent | TouchEvent, _: unknown, __: unknown, state: FinalConnectionState) => {
      notifyRefusal(event, state);
      reconnecting = undefined;
    },
  };
}

type ConnectionNotice = Extract<CanvasNotice, { kind: 'connection' }>;

function toConnection({ source, sourceHandle, target, targetHandle }: FlowEdge | FlowConnection): Connection | undefined {
  return sourceHandle != null && targetHandle != null ? { source, sourceHandle, target, targetHandle } : undefined;
}

/** The edge that a drop on a port would create; the drag may start at either end. */
function triedConnection({ fromHandle, toHandle }: FinalConnectionState): Connection | 'same-side' | undefined {
  if (fromHandle?.id == null || toHandle?.id == null) return undefined;
  if (fromHandle.type === toHandle.type)
    return fromHandle.nodeId === toHandle.nodeId && fromHandle.id === toHandle.id ? undefined : 'same-side';
  const [out, into] = fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle];
  return out.id == null || into.id == null
    ? undefined
    : { source: out.nodeId, sourceHandle: out.id, target: into.nodeId, targetHandle: into.id };
}
