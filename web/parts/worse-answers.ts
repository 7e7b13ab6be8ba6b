import type { AnswersWorse } from '#shared/contracts/gate.contract.ts'
import { ApiError } from '#web/data/api.ts'

type Asker = (worse: AnswersWorse) => Promise<boolean>

let asker: Asker | undefined

/** Names who shows what gets worse and asks. @returns the way to stop */
export function askWorseWith(next: Asker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = undefined
  }
}

/**
 * Sends a change of what the bot knows. Where test questions get worse by it, the person sees them, and it is sent again when he or
 * she wants it all the same.
 * @returns undefined when not
 * @throws what the server refuses otherwise
 */
export async function sendTried<T>(send: (confirm: boolean) => Promise<T>): Promise<T | undefined> {
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'training.answers_worse' || !asker) throw error
    return (await asker(error.details as unknown as AnswersWorse)) ? send(true) : undefined
  }
}
