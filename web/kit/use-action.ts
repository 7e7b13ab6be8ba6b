import { useEffect, useState } from 'react'
import { messageOf } from '#web/data/api.ts'

type ActionOptions = {
  /** Gets the reason in the reader's words. */
  onProblem?: (problem: string) => void
  /** The button disappears afterwards (dialog or page closes); until then it stays busy. */
  once?: boolean
  /** It leads to another site: where the browser's back button restores the page as it was left, busy, it is freed. */
  wakes?: boolean | undefined
  /** Replaces the server's message where it does not fit. */
  wordsOf?: ((error: unknown) => string) | undefined
}

export type Action = {
  busy: boolean
  /** The `name` passed to `perform`, to tell several buttons apart. */
  doing: string | undefined
  /** Why the last try failed; cleared by the next. */
  problem: string | undefined
  error: unknown
  /** For problems found before sending. */
  setProblem: (problem: string | undefined) => void
  /** Ignores calls while one runs; resolves even on failure. A cancelled act returns `false`, to free the button. */
  perform: (act: () => Promise<unknown>, name?: string) => Promise<void>
}

/** const { busy, problem, perform } = useAction(); perform(() => call('PUT /api/v1/bot/settings', { body: changes })) */
export function useAction(options: ActionOptions = {}): Action {
  const { onProblem, once = false, wakes = false, wordsOf = messageOf } = options
  const [doing, setDoing] = useState<string>()
  const [failed, setFailed] = useState<{ problem: string | undefined; error?: unknown }>()
  const busy = doing !== undefined

  useEffect(() => {
    if (!wakes) return
    const wake = (event: PageTransitionEvent) => event.persisted && setDoing(undefined)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [wakes])

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
