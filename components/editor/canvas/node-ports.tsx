'use client';
import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { type FacePort, faceOf, isSameFace, type NodeFace, PORT_SIZE_PX } from '#components/editor/document/node-face.ts';
import { usePortTitle } from '#components/editor/document/use-port-title.ts';
import { ERROR_PORT, endsRun } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

type NodePortsProps = {
  node: WorkflowNode;
  face?: NodeFace;
  /** Edges are to be drawn from and to them. */
  isNear: boolean;
};

/**
 * The ports on the border of a node. They do not depend on runs or on the node's texts, so they
 * rarely render again.
 */
export const NodePorts = memo(function NodePorts({ node, face = faceOf(node), isNear }: NodePortsProps) {
  const ports = portsOf(node, face);
  return isNear ? <PortHandles ports={ports} /> : <PortMarks ports={ports} />;
}, rendersSame);

function rendersSame(some: NodePortsProps, others: NodePortsProps): boolean {
  return (
    some.isNear === others.isNear &&
    some.node.type === others.node.type &&
    some.node.options?.onError === others.node.options?.onError &&
    isSameFace(some.face ?? faceOf(some.node), others.face ?? faceOf(others.node))
  );
}

type Port = {
  readonly port: FacePort;
  readonly isInput: boolean;
  /** Only while the pointer is near the node, or when connected. */
  readonly isQuiet?: boolean;
};

function portsOf(node: WorkflowNode, { inputs, outputs, error }: NodeFace): Port[] {
  return [
    ...inputs.map((port) => ({ port, isInput: true })),
    // The face keeps the output of an end node, so that an edge from it in a stored document is drawn.
    ...(endsRun(node) ? [] : outputs.map((port) => ({ port, isInput: false }))),
    ...(error ? [{ port: error, isInput: false, isQuiet: node.options?.onError !== 'branch' }] : []),
  ];
}

/** Ports zoomed out: the common ones as one element, since each of hundreds of elements costs time. */
function PortMarks({ ports }: { ports: readonly Port[] }) {
  const shown = ports.filter(({ isQuiet }) => !isQuiet);
  const background = shown.flatMap(({ port }) => paintedPort(port) ?? []).join();
  return (
    <>
      {background ? <span className="step-ports" style={{ background }} /> : null}
      {shown.map(({ port, isInput }) =>
        paintedPort(port) ? null : (
          <span key={`${isInput} ${port.id}`} className="step-port-picture" style={portStyle(port)}>
            <PortMark kind={port.kind} isInput={isInput} />
          </span>
        ),
      )}
    </>
  );
}

/**
 * A port as a layer of a CSS background that starts half a port outside of the node; undefined for
 * shapes that CSS cannot draw.
 */
function paintedPort({ kind, xPx, yPx }: FacePort): string | undefined {
  if (kind === 'any' || kind === 'text')
    return `var(--mark-${kind}) ${xPx}px ${yPx}px / ${PORT_SIZE_PX}px ${PORT_SIZE_PX}px no-repeat`;
  return kind === 'json' ? `var(--mark-json) ${xPx + 1}px ${yPx + 1}px / 7px 7px no-repeat` : undefined;
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
      style={portStyle(port)}
    >
      <PortMark kind={port.kind} isInput={isInput} />
    </Handle>
  ));
}

function portStyle({ xPx, yPx }: FacePort) {
  return { left: xPx - PORT_SIZE_PX / 2, top: yPx - PORT_SIZE_PX / 2 };
}
