/** Whether a process of this machine has this pid, be it another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, and it is another user's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
