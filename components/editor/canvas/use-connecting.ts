'use client';
import type { FinalConnectionState, Connection as FlowConnection, OnConnectEnd } from '@xyflow/react';
import { useRef, useState } from 'react';
import type { FlowEdge } from '#components/editor/canvas/flow-elements.ts';
import { useEditCommands } from '#components/editor/use-edit-commands.ts';
import { useEditorStore } from '#components/editor/use-editor.tsx';
import { type Connection, connectPorts, type Refusal } from '#lib/workflow/edit/connect-ports.ts';
import type { NodeId } from '#lib/workflow/workflow.ts';
import { nodeRegistry } from '#nodes/registry.gen.ts';

/** Why an edge could not be drawn. `same-side`: from an output to an output, or from an input to an input. */
export type Refused = {
  readonly reason: Refusal | 'same-side';
  readonly source: NodeId | undefined;
  readonly target: NodeId | undefined;
  readonly key: number;
};

/** A line that was let go over empty canvas: there a node may be added. Client pixels. */
export type OpenEnd = {
  readonly nodeId: NodeId;
  readonly port: string;
  readonly clientX: number;
  readonly clientY: number;
  readonly key: number;
};

/** Drawing edges: what is allowed, what is said when it is not, and what a line into the empty canvas opens. */
export function useConnecting() {
  const store = useEditorStore();
  const commands = useEditCommands();
  const [refused, setRefused] = useState<Refused>();
  const [open, setOpen] = useState<OpenEnd>();
  const count = useRef(0);
  const nextKey = () => ++count.current;
  const refuse = (reason: Refused['reason'], ends?: Pick<Connection, 'source' | 'target'>) =>
    setRefused({ reason, source: ends?.source, target: ends?.target, key: nextKey() });

  function isValidConnection(edge: FlowEdge | FlowConnection): boolean {
    const connection = toConnection(edge);
    return connection !== undefined && connectPorts(store.getState().document, nodeRegistry, connection).ok;
  }

  const onConnectEnd: OnConnectEnd = (event, state) => {
    const tried = triedConnection(state);
    if (tried === 'same-side') return refuse('same-side');
    if (tried && state.isValid === false) {
      const connected = connectPorts(store.getState().document, nodeRegistry, tried);
      if (!connected.ok) refuse(connected.refusal, tried);
    }
    if (state.toNode || state.fromHandle?.type !== 'source' || !('clientX' in event)) return;
    const { nodeId, id } = state.fromHandle;
    if (id != null) setOpen({ nodeId, port: id, clientX: event.clientX, clientY: event.clientY, key: nextKey() });
  };

  return {
    refused,
    open,
    close: () => setOpen(undefined),
    onRefused: refuse,
    handlers: {
      isValidConnection,
      onConnect: (flow: FlowConnection) => {
        const connection = toConnection(flow);
        const refusal = connection && commands.connect(connection);
        setRefused(undefined);
        if (refusal) refuse(refusal, connection);
      },
      onConnectStart: () => {
        setRefused(undefined);
        setOpen(undefined);
      },
      onConnectEnd,
      onClickConnectEnd: onConnectEnd,
    },
  };
}

function toConnection({ source, sourceHandle, target, targetHandle }: FlowEdge | FlowConnection): Connection | undefined {
  return sourceHandle != null && targetHandle != null ? { source, sourceHandle, target, targetHandle } : undefined;
}

/** What a line that was let go over a port would have been, whichever end it began at. */
function triedConnection({ fromHandle, toHandle }: FinalConnectionState): Connection | 'same-side' | undefined {
  if (fromHandle?.id == null || toHandle?.id == null) return undefined;
  if (fromHandle.type === toHandle.type)
    return fromHandle.nodeId === toHandle.nodeId && fromHandle.id === toHandle.id ? undefined : 'same-side';
  const [out, into] = fromHandle.type === 'source' ? [fromHandle, toHandle] : [toHandle, fromHandle];
  return out.id == null || into.id == null
    ? undefined
    : { source: out.nodeId, sourceHandle: out.id, target: into.nodeId, targetHandle: into.id };
}
