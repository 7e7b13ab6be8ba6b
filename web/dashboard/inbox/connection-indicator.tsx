import { useEffect, useState } from 'react'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useLiveState, useOnline } from '#web/data/live/live-rows.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'

/** Shorter interruptions are not shown. */
const showAfterMs = 1500

type State = 'live' | 'behind' | 'offline'

/** Whether everything shown matches the server. */
function useFreshness(topic: string): State {
  const live = useLiveState(topic)
  const online = useOnline()
  const [late, setLate] = useState(false)
  const behind = live !== 'live'
  useEffect(() => {
    if (!behind) return
    const timer = setTimeout(() => setLate(true), showAfterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [behind])
  if (!online) return 'offline'
  return behind && late ? 'behind' : 'live'
}

export function ConnectionIndicator() {
  const texts = useTexts(inboxToolsTexts)
  const { workspace } = useCurrentWorkspace()
  const state = useFreshness(`workspace:${workspace.id}`)
  const words = { live: texts.upToDate, behind: texts.behind, offline: texts.offline }[state]
  return (
    <span className={`live-mark live-mark-${state}`} title={state === 'live' ? texts.upToDateLong : undefined}>
      <span className="bud" aria-hidden="true" />
      <span role="status">{words}</span>
    </span>
  )
}

/** Warns that a topic's data may be stale; without any network the dashboard itself says so. */
export function StaleNotice({ topic }: { topic: string }) {
  const texts = useTexts(inboxTexts)
  const state = useFreshness(topic)
  if (state !== 'behind') return null
  return (
    <p className="inbox-live">
      <Icon name="rotate-cw" size="sm" />
      {texts.connecting}
    </p>
  )
}
