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
  /** Which of several buttons is at it, where `perform` was told. */
  doing: string | undefined
  /** Why the last try failed; undefined from the next one on. */
  problem: string | undefined
  /** What was thrown then. */
  error: unknown
  /** For what is wrong before anything is sent. */
  setProblem: (problem: string | undefined) => void
  /**
   * Does one thing at a time: while it runs, further calls do nothing. Resolves when it is over, also when it failed.
   * An act that comes to nothing (somebody thinks better of it) says `false`: its button is free again, also with `once`.
   */
  perform: (act: () => Promise<unknown>, name?: string) => Promise<void>
}

/**
 * What a button or a form does at the server: whether it is under way, and why it failed.
 *
 *     const { busy, problem, perform } = useAction()
 *     const save = () => perform(() => call('PUT /api/v1/bot/settings', { body: changes }))
 */
export function useAction({ onProblem, once = false, wordsOf = messageOf }: ActionOptions = {}): Action {
  const [doing, setDoing] = useState<string>()
  const [failed, setFailed] = useState<{ problem: string | undefined; error?: unknown }>()
  const busy = doing !== undefined

  async function perform(act: () => Promise<unknown>, name = ''): Promise<void> {
    if (busy) return
    setDoing(name)
    setFailed(undefined)
    try {
      const done = await act()
      if (!once || done === false) setDoing(undefined)
    } catch (error) {
      const problem = wordsOf(error)
      setDoing(undefined)
      setFailed({ problem, error })
      onProblem?.(problem)
    }
  }

  const { problem, error } = failed ?? {}
  return { busy, doing, problem, error, setProblem: words => setFailed({ problem: words }), perform }
}
