/** Protocol §3: `YYYY-MM-DDTHH:mm:ss.sss+00:00`. `epochMs`: UTC. */
export function toDateTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('Z', '+00:00')
}
