/** Of the dock's title, which takes the focus when what had it is gone. */
export const DOCK_TITLE_ID = 'dock-title';
