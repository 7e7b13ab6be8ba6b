import { useSearchParams } from 'react-router'
import { type FacebookError, facebookErrors } from '#shared/contracts/channels/facebook.contract.ts'
import { errorCatalogue, errorText, type ErrorCode } from '#shared/errors.ts'
import { channelScreensTexts, type ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { PagePicker } from './page-picker.tsx'

const names = ['facebook', 'facebook_error', 'zalo', 'zalo_error'] as const

const facebookTexts: Record<FacebookError, keyof ChannelScreensTexts> = {
  cancelled: 'facebookCancelled',
  expired: 'facebookExpired',
  failed: 'facebookFailed',
}

export function ConnectResult({ left }: { left: number | null }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const forget = () =>
    setQuery(
      before => {
        for (const name of names) before.delete(name)
        return before
      },
      { replace: true },
    )
  const pick = query.get('facebook')
  if (pick) return <PagePicker key={pick} pick={pick} left={left} onClose={forget} />
  const problem = problemOf(query, texts, language)
  if (!problem && !query.has('zalo')) return null
  return (
    <div className="returned">
      <Notice tone={problem ? 'bad' : 'ok'}>
        <div className="row">
          <span className="fill">{problem ?? texts.zaloConnected}</span>
          <IconButton icon="x" label={texts.closeNotice} onClick={forget} />
        </div>
      </Notice>
    </div>
  )
}

function problemOf(query: URLSearchParams, texts: ChannelScreensTexts, language: Language): string | undefined {
  const facebook = query.get('facebook_error')
  if (facebook !== null) return texts[facebookTexts[facebookErrors.find(one => one === facebook) ?? 'failed']]
  const zalo = query.get('zalo_error')
  if (zalo === null) return undefined
  if (Object.hasOwn(errorCatalogue, zalo)) return errorText(zalo as ErrorCode, language)
  const { title, text } = explainChannelCode(language, zalo)
  return `${title}. ${text}`
}
