'use client';
import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { type FacePort, faceOf, type NodeFace, PORT_SIZE_PX } from '#components/editor/canvas/node-face.ts';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { useIsNear } from '#components/editor/canvas/use-near-nodes.ts';
import { usePortTitle } from '#components/editor/use-port-title.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type NodePortsProps = { node: WorkflowNode; face?: NodeFace; isSelected: boolean };

/** The ports on the border of a node. They know nothing of runs, and so are not drawn again by one. */
export const NodePorts = memo(function NodePorts({ node, face = faceOf(node), isSelected }: NodePortsProps) {
  const isNear = useIsNear(node.id);
  const ports = portsOf(node, face);
  return isNear || isSelected ? <PortHandles ports={ports} /> : <PortMarks ports={ports} />;
});

type Port = {
  readonly port: FacePort;
  readonly isInput: boolean;
  /** Shown only while somebody is at the node, or something is connected. */
  readonly isQuiet?: boolean;
};

function portsOf(node: WorkflowNode, { inputs, outputs, error }: NodeFace): Port[] {
  // A run ends there: going on from it is possible, but nobody looks for it.
  const isQuiet = node.type === 'end';
  return [
    ...inputs.map((port) => ({ port, isInput: true })),
    ...outputs.map((port) => ({ port, isInput: false, isQuiet })),
    ...(error ? [{ port: error, isInput: false, isQuiet: node.options?.onError !== 'branch' }] : []),
  ];
}

/** What is seen of ports from afar. */
function PortMarks({ ports }: { ports: readonly Port[] }) {
  const shown = ports.filter(({ isQuiet }) => !isQuiet);
  return shown.map(({ port, isInput }) => (
    <span key={`${isInput} ${port.id}`} data-handleid={port.id} className="step-port-picture" style={placeOf(port)}>
      <PortMark kind={port.kind} isInput={isInput} />
    </span>
  ));
}

/** What edges are drawn from and to. */
function PortHandles({ ports }: { ports: readonly Port[] }) {
  const titleOf = usePortTitle();
  return ports.map(({ port, isInput, isQuiet }) => (
    <Handle
      key={`${isInput} ${port.id}`}
      id={port.id}
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Top : port.id === ERROR_PORT ? Position.Right : Position.Bottom}
      title={titleOf(port)}
      data-quiet={isQuiet || undefined}
      className="step-port"
      style={placeOf(port)}
    >
      <PortMark kind={port.kind} isInput={isInput} />
    </Handle>
  ));
}

function placeOf({ xPx, yPx }: FacePort) {
  return { left: xPx - PORT_SIZE_PX / 2, top: yPx - PORT_SIZE_PX / 2 };
}
