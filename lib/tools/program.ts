/** The tool that runs a program (spec TL-6). */
export const PROGRAM_TOOL = 'ptc';

/** As whom a program calls tools: what it calls is shown under its own call, as what a worker calls is. */
export const PROGRAM = 'program';
