'use client';
import { type ReactFlowState, useStore } from '@xyflow/react';
import { createContext, useContext } from 'react';

/** How much of a node is drawn: everything; icon and name in large letters; or a block in the colour of its state. */
export type CanvasDetail = 'full' | 'brief' | 'block';

/** Under these zooms letters cannot be read, and names in large letters neither. */
const FULL_FROM = 0.5;
const BRIEF_FROM = 0.25;

/** What can be made out at a zoom. */
export function detailAt(zoom: number): CanvasDetail {
  if (zoom >= FULL_FROM) return 'full';
  return zoom >= BRIEF_FROM ? 'brief' : 'block';
}

const readDetail = (state: ReactFlowState) => detailAt(state.transform[2]);

/**
 * The detail level at the current zoom. Read once for the canvas: reading it in each of a thousand
 * nodes costs more than it saves.
 */
export function useDetailOfZoom(): CanvasDetail {
  return useStore(readDetail);
}

export const CanvasDetailContext = createContext<CanvasDetail>('full');

/** For the elements of the canvas. */
export function useCanvasDetail(): CanvasDetail {
  return useContext(CanvasDetailContext);
}
