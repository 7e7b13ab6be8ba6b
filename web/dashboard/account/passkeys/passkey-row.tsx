import { type PasskeysTexts, passkeysTexts } from '#shared/texts/passkeys/passkeys-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { Passkey } from '#web/parts/auth/passkeys.ts'
import { fill } from '#web/parts/language/texts.ts'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import '../session-place.css'

export function PasskeyRow({ passkey, onAsk }: { passkey: Passkey; onAsk(act: 'rename' | 'remove'): void }) {
  const texts = useTexts(passkeysTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow()
  const { friendly_name: name, created_at: added, last_used_at: used } = passkey
  const usage = used ? fill(texts.lastUsed, { time: timeAgo(language, used, now, texts.justNow) }) : texts.neverUsed
  return (
    <li>
      <span className="place-icon" aria-hidden="true">
        <Icon name="key" />
      </span>
      <span className="fill">
        <span className="break-words">{name}</span>
        <span className="soft num block text-sm">
          {[whereOf(passkey, texts), fill(texts.addedOn, { date: times.date(added) }), usage].join(' · ')}
        </span>
      </span>
      <span className="place-acts">
        <Button look="quiet" size="sm" aria-label={fill(texts.renameOf, { name })} onClick={() => onAsk('rename')}>
          {texts.rename}
        </Button>
        <Button
          look="danger-quiet"
          size="sm"
          aria-label={fill(texts.removeOf, { name })}
          onClick={() => onAsk('remove')}
        >
          {texts.remove}
        </Button>
      </span>
    </li>
  )
}

function whereOf({ backed_up: isSynced, maker }: Passkey, texts: PasskeysTexts): string {
  if (!isSynced) return texts.onOneDevice
  return maker ? fill(texts.syncedBy, { maker }) : texts.synced
}
