import { useState } from 'react'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { showErrorToast } from '#web/kit/toast.tsx'

/** Whether one has put the list of first steps away here; on every device, for oneself alone. */
export function useHiddenSetup(): { hidden: boolean; hide(): void; show(): void } {
  const { me } = useCurrentWorkspace()
  const kept = Boolean(me?.setup_hidden_at)
  const [asked, setAsked] = useState<boolean>()
  async function keep(hidden: boolean): Promise<void> {
    setAsked(hidden)
    try {
      await call('PUT', '/setup', { hidden })
    } catch (error) {
      showErrorToast(messageOf(error))
    }
    // The row comes back by itself, live.
    setAsked(undefined)
  }
  return { hidden: asked ?? kept, hide: () => void keep(true), show: () => void keep(false) }
}
