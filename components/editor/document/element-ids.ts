/** The search field of the node types. */
export const NODE_SEARCH_ID = 'node-search';

/** The side panel, focused when a node is opened. */
export const SIDE_PANEL_ID = 'inspector';

/** The field of the selected node's name. */
export const NODE_LABEL_ID = 'node-label';
