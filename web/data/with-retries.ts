const firstMs = 200
const withinMs = 30_000

/** Retries temporary failures after 200, 400, 800 … ms, for at most 30 seconds. Returns the last result. */
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
