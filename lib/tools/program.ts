/** As whom a program calls tools (spec TL-6): what it calls is shown under its own call, as what a worker calls is. */
export const PROGRAM = 'program';
