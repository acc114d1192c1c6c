/** The tool that runs a program. */
export const PROGRAM_TOOL = 'ptc';

/** Agent name of a program: the trace shows its tool calls below its own call, as for an agent. */
export const PROGRAM = 'program';
