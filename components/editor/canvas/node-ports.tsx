'use client';
import { Handle, Position } from '@xyflow/react';
import { memo } from 'react';
import { type FacePort, faceOf, type NodeFace, PORT_SIZE_PX } from '#components/editor/canvas/node-face.ts';
import { PortMark } from '#components/editor/canvas/port-mark.tsx';
import { usePortTitle } from '#components/editor/use-port-title.ts';
import { ERROR_PORT } from '#lib/workflow/node-ports.ts';
import type { WorkflowNode } from '#lib/workflow/workflow.ts';

/** The ports on the border of a node. They know nothing of runs, and so are not drawn again by one. */
export const NodePorts = memo(function NodePorts({ node, face = faceOf(node) }: { node: WorkflowNode; face?: NodeFace }) {
  const titleOf = usePortTitle();
  const { inputs, outputs, error } = face;
  // A run ends there: going on from it is possible, but nobody looks for it.
  const isQuiet = node.type === 'end';
  return (
    <>
      {inputs.map((port) => (
        <PortHandle key={port.id} port={port} title={titleOf(port)} isInput />
      ))}
      {outputs.map((port) => (
        <PortHandle key={port.id} port={port} title={titleOf(port)} isQuiet={isQuiet} />
      ))}
      {error ? <PortHandle port={error} title={titleOf(error)} isQuiet={node.options?.onError !== 'branch'} /> : null}
    </>
  );
});

type PortHandleProps = {
  port: FacePort;
  title: string;
  isInput?: boolean;
  /** Shown only while somebody is at the node, or something is connected. */
  isQuiet?: boolean;
};

function PortHandle({ port, title, isInput = false, isQuiet = false }: PortHandleProps) {
  const isError = port.id === ERROR_PORT;
  return (
    <Handle
      id={port.id}
      type={isInput ? 'target' : 'source'}
      position={isInput ? Position.Top : isError ? Position.Right : Position.Bottom}
      title={title}
      data-quiet={isQuiet || undefined}
      className="step-port"
      style={{ left: port.xPx - PORT_SIZE_PX / 2, top: port.yPx - PORT_SIZE_PX / 2 }}
    >
      <PortMark kind={port.kind} isInput={isInput} />
    </Handle>
  );
}
