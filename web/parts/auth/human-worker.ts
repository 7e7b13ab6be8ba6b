import { solveWork, type Work } from '#shared/rules/website/proof-of-work.ts'

// The little work of the human check, beside the page instead of in it: nothing on the screen waits for it.

self.addEventListener('message', (event: MessageEvent<Work>) => {
  void solveWork(event.data, async () => {}, Infinity).then(solution => self.postMessage(solution))
})
