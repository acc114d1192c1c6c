import { createContext } from 'react';

/** The run whose calls are shown in detail, with their apps; undefined where apps have a place of their own. */
export const RunOfCalls = createContext<string | undefined>(undefined);
