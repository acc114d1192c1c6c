/** CPU time of this thread so far, in milliseconds: load by other processes hardly counts. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
