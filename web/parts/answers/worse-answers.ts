import type { AnswersWorse, Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { ApiError } from '#web/data/api.ts'

type Asker = (worse: AnswersWorse) => Promise<boolean>

/** A question that waits for its answer. */
export type WorseAsked = { worse: AnswersWorse; decide(wanted: boolean): void }

let asker: Asker | undefined

/** Names who shows what gets worse and asks. @returns the way to stop */
export function askWorseWith(next: Asker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = undefined
  }
}

/**
 * Sends a change of what the bot knows, or of its settings. Where test questions get worse by it, the person sees them, and it is
 * sent again when he or she wants it all the same; where by then others get worse, those are shown.
 * @returns undefined when not
 * @throws what the server refuses otherwise
 */
/** The same of what is taken away, as it stands in the query. */
export function confirmIn(confirm: Confirm): { confirm?: string } {
  return confirm ? { confirm: String(confirm) } : {}
}

export async function sendTried<T>(send: (confirm: Confirm) => Promise<T>): Promise<T | undefined> {
  let confirm: Confirm = false
  for (;;) {
    try {
      return await send(confirm)
    } catch (error) {
      const worse = worseOf(error)
      if (!worse || !asker) throw error
      if (!(await asker(worse))) return undefined
      confirm = worse.digest
    }
  }
}

/** Which answers get worse, where that is why a change was refused. */
export function worseOf(error: unknown): AnswersWorse | undefined {
  return error instanceof ApiError && error.code === 'training.answers_worse'
    ? (error.details as unknown as AnswersWorse)
    : undefined
}
