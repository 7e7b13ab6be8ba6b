import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { channelScreensTexts, type ChannelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { explainChannelCode } from '#shared/texts/channels/channels-texts.ts'
import { jobName } from '#shared/texts/operator/jobs-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { type Undelivered, useUndeliveredActions } from './undelivered-rows.ts'

export function UndeliveredRow({ row, onDrop }: { row: Undelivered; onDrop: (() => void) | undefined }) {
  const texts = useTexts(channelScreensTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const what = nameOf(row, texts, language)
  const { message } = row
  return (
    <li className="undelivered">
      <div className="undelivered-what">
        <h3>
          {what}
          {!isMessage(row) && <code className="job-kind">{row.kind}</code>}
        </h3>
        {message && <p className="undelivered-text">{message.text.trim() || texts.noText}</p>}
        <Why row={row} language={language} />
        <p className="hint">
          {times.dateAndClock(row.at)} · {fill(texts.times, { count: row.attempts })} ·{' '}
          <span className="undelivered-code">{fill(texts.code, { code: row.reason })}</span>
        </p>
        {message && (
          <Link
            className="link text-note"
            to={addresses.conversation.replace(':conversationId', message.conversationId)}
          >
            {texts.openConversation}
          </Link>
        )}
      </div>
      <div className="row flex-wrap">
        <TryAgain row={row} what={what} />
        {onDrop && (
          <Button look="danger-quiet" size="sm" aria-label={fill(texts.dropOf, { what })} onClick={onDrop}>
            {texts.drop}
          </Button>
        )}
      </div>
    </li>
  )
}

const isMessage = ({ kind }: Undelivered): boolean => kind === 'deliver message'

function nameOf(row: Undelivered, texts: ChannelScreensTexts, language: Language): string {
  if (row.message) return fill(texts.message, { name: row.message.contactName || texts.someone })
  return isMessage(row) ? texts.messageNameless : (jobName(language, row.kind) ?? texts.job)
}

function Why({ row, language }: { row: Undelivered; language: Language }) {
  if (!isMessage(row)) return null
  const { title, text } = explainChannelCode(language, row.reason)
  return (
    <p className="soft">
      <b>{title}.</b> {text}
    </p>
  )
}

function TryAgain({ row, what }: { row: Undelivered; what: string }) {
  const texts = useTexts(channelScreensTexts)
  const { tryAgain } = useUndeliveredActions()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function run() {
    await perform(async () => {
      await tryAgain(row)
      showToast(texts.triedOne)
    })
  }
  return (
    <Button
      size="sm"
      icon="rotate-cw"
      busy={busy}
      busyText={texts.tryingAgain}
      aria-label={fill(texts.tryAgainOf, { what })}
      onClick={() => void run()}
    >
      {texts.tryAgain}
    </Button>
  )
}
