/**
 * Holds an answer back until a fixed time has passed since the question, so that the clock does not tell which of two
 * paths was taken. The span is longer than either path usually takes.
 * @param startedAt of performance.now()
 */
export async function constantTimeDelay(startedAt: number, ms: number): Promise<void> {
  const left = startedAt + ms - performance.now()
  if (left > 0) await new Promise(resolve => setTimeout(resolve, left))
}
