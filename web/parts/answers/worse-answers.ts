import type { AnswersWorse, Confirm } from '#shared/contracts/bot/gate.contract.ts'
import { ApiError } from '#web/data/api.ts'

type Asker = (worse: AnswersWorse) => Promise<boolean>

export type WorseAsked = { worse: AnswersWorse; decide(wanted: boolean): void }

let asker: Asker | undefined

/** Registers the dialog that asks; returns the unsubscribe function. */
export function askWorseWith(next: Asker): () => void {
  asker = next
  return () => {
    if (asker === next) asker = undefined
  }
}

/**
 * Sends a change that may worsen test questions, asking the person first, and again if more get worse in the meantime.
 * @returns undefined if declined
 * @throws other refusals
 */
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

/** If that is why a change was refused. */
export function worseOf(error: unknown): AnswersWorse | undefined {
  const isWorse = error instanceof ApiError && error.code === 'training.answers_worse'
  return isWorse && isComparison(error.details) ? error.details : undefined
}

function isComparison(details: ApiError['details']): details is AnswersWorse {
  return (
    ['total', 'better', 'worse', 'changed'].every(name => typeof details[name] === 'number') &&
    Array.isArray(details['details']) &&
    typeof details['digest'] === 'string'
  )
}
