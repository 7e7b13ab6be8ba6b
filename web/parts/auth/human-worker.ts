import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'

// In a worker, so that the screen stays responsive.

self.addEventListener('message', (event: MessageEvent<Work>) => {
  void solveWork(event.data, async () => {}, Infinity).then(solution => self.postMessage(solution))
})
