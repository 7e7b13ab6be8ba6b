import { useState } from 'react'
import { messageOf } from '#web/data/api.ts'
import { useCardChanged } from './read-card.ts'

/** Runs one act at a time, reads the card anew after it, and keeps what it was refused for. */
export function useAct(): { busy: boolean; error: string | undefined; act(run: () => Promise<void>): void } {
  const changed = useCardChanged()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function act(run: () => Promise<void>) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await run()
      await changed()
    } catch (failed) {
      setError(messageOf(failed))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, act: run => void act(run) }
}
