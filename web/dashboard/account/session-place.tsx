import type { Result } from '#shared/contracts/api.ts'
import { accountTexts, type AccountTexts } from '#shared/texts/account/account-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { timeAgo, useNow } from '#web/parts/time/relative-times.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import './session-place.css'

type ListedSession = Result<'GET /api/v1/account/sessions'>['sessions'][number]

const icons: Record<ListedSession['device']['kind'], IconName> = {
  computer: 'monitor',
  phone: 'smartphone',
  tablet: 'smartphone',
  program: 'code',
}

/** A place where somebody is signed in. */
export function SessionPlace({
  row,
  end,
  onEnded,
}: {
  row: ListedSession
  end: () => Promise<unknown>
  onEnded: () => void
}) {
  const texts = useTexts(accountTexts)
  const words = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const device = nameOf(row, texts)
  const network = row.address === null ? '' : fill(texts.network, { address: row.address })
  const used = row.current
    ? texts.usingNow
    : fill(texts.seen, { time: timeAgo(language, row.seen_at, now, words.justNow) })

  async function endNow() {
    await perform(async () => {
      await end()
      showToast(fill(texts.sessionEnded, { device }))
    })
    onEnded()
  }

  return (
    <li>
      <span className="place-icon" aria-hidden="true">
        <Icon name={icons[row.device.kind]} />
      </span>
      <span className="fill">
        {device}
        <span className="soft num block text-sm">
          {[network, used, fill(texts.signedInAt, { date: times.date(row.signed_in_at) })].filter(Boolean).join(' · ')}
        </span>
      </span>
      {row.current ? (
        <Chip tone="ok">{texts.thisDevice}</Chip>
      ) : (
        <Button
          look="quiet"
          size="sm"
          busy={busy}
          aria-label={fill(texts.endSessionOf, { device, network })}
          onClick={() => void endNow()}
        >
          {texts.endSession}
        </Button>
      )}
    </li>
  )
}

function nameOf({ device: { browser, system, kind } }: ListedSession, texts: AccountTexts): string {
  if (browser && system) return fill(texts.deviceOn, { browser, system })
  return browser ?? system ?? (kind === 'program' ? texts.program : texts.unknownDevice)
}
