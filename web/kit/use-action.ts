import { useState } from 'react'
import { messageOf } from '#web/data/api.ts'

type ActionOptions = {
  /** Hears why it failed, in the reader's words: a toast, or the focus to where it is said. */
  onProblem?: (problem: string) => void
  /** What was done takes its button away (the dialog closes, the page is left): until then the button stays busy. */
  once?: boolean
  /** The words for what was thrown, where the server's own do not fit. */
  wordsOf?: ((error: unknown) => string) | undefined
}

export type Action = {
  busy: boolean
  /** Why the last try failed; undefined from the next one on. */
  problem: string | undefined
  /** For what is wrong before anything is sent. */
  setProblem: (problem: string | undefined) => void
  /** Does one thing at a time: while it runs, further calls do nothing. Resolves when it is over, also when it failed. */
  perform: (act: () => Promise<unknown>) => Promise<void>
}

/**
 * What a button or a form does at the server: whether it is under way, and why it failed.
 *
 *     const { busy, problem, perform } = useAction()
 *     const save = () => perform(() => call('PUT /api/v1/bot/settings', { body: changes }))
 */
export function useAction({ onProblem, once = false, wordsOf = messageOf }: ActionOptions = {}): Action {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function perform(act: () => Promise<unknown>): Promise<void> {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
      if (!once) setBusy(false)
    } catch (error) {
      const words = wordsOf(error)
      setBusy(false)
      setProblem(words)
      onProblem?.(words)
    }
  }

  return { busy, problem, setProblem, perform }
}
