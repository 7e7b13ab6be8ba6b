import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'

/** A few milliseconds of work, even on a slow phone. */
const triesInOneGo = 300

/** On the page's own thread, which answers the person's input in between. */
export function solveInSlices(work: Work): Promise<string> {
  return solveWork(work, yieldToInput, triesInOneGo)
}

/** Unlike a timer, not throttled by the browser. */
function yieldToInput(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
