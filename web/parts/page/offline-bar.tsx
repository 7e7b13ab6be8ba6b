import { authTexts } from '#shared/texts/account/auth-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useOnline } from '#web/data/live/live-rows.tsx'
import { useSession } from '#web/data/session/session.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'

export function OfflineBar() {
  const texts = useTexts(authTexts)
  const online = useOnline()
  const { unreachable } = useSession()
  return (
    <div className="offline" role="status">
      {(!online || unreachable) && (
        <div className="offline-bar">
          <Icon name="wifi-off" />
          <span>{unreachable ? texts.stillUnreachable : texts.offline}</span>
        </div>
      )}
    </div>
  )
}
