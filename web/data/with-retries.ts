const firstMs = 200
const withinMs = 30_000

/**
 * Does something again while it fails for a reason that passes: after 200, 400, 800 … ms, as long as the next try still
 * begins within 30 seconds of the first.
 * @returns the last result, whichever it is
 */
export async function withRetries<Result>(
  run: () => Promise<Result>,
  mayPass: (result: Result) => boolean,
  wait: (ms: number) => Promise<void> = ms => new Promise(resolve => setTimeout(resolve, ms)),
): Promise<Result> {
  let waited = 0
  for (let next = firstMs; ; next *= 2) {
    const result = await run()
    waited += next
    if (!mayPass(result) || waited > withinMs) return result
    await wait(next)
  }
}
