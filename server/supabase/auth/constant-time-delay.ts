/** So that timing does not tell which path ran. `startedAt`: of performance.now(). */
export async function constantTimeDelay(startedAt: number, ms: number): Promise<void> {
  const left = startedAt + ms - performance.now()
  if (left > 0) await new Promise(resolve => setTimeout(resolve, left))
}
