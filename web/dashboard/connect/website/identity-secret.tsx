import type { Result } from '#shared/contracts/api.ts'
import { useState } from 'react'
import { addressIn, addresses } from '#shared/addresses.ts'
import { identityTexts } from '#shared/texts/channels/identity-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { CopyButton } from '#web/parts/sharing/copy-button.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'

type Secret = Result<'GET /api/v1/channels/:id/identity-secret'>

const guidePart = { vi: '#cho-khung-chat-biet-khach-la-ai', en: '#tell-the-chat-who-the-visitor-is' }

export function IdentitySecret({ channelId }: { channelId: string }) {
  const texts = useTexts(identityTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const [held, setHeld] = useState<Secret>()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const [asking, setAsking] = useState<'overlap' | 'at once'>()
  const params = { id: channelId }

  async function show() {
    await perform(async () => {
      setHeld(await call('GET /api/v1/channels/:id/identity-secret', { params }))
    })
  }

  async function turn(atOnce: boolean) {
    setHeld(await call('POST /api/v1/channels/:id/identity-secret/turn', { params, body: { at_once: atOnce } }))
    showToast(texts.turned)
  }

  return (
    <section className="panel" aria-labelledby={`identity-${channelId}`}>
      <div className="panel-head">
        <h2 id={`identity-${channelId}`}>{texts.title}</h2>
      </div>
      <div className="panel-body stack">
        <p className="soft">
          {texts.text}{' '}
          <a
            className="link"
            href={addressIn(language, addresses.guide) + guidePart[language]}
            target="_blank"
            rel="noreferrer"
          >
            {texts.guide}
          </a>
        </p>
        {held && (
          <div className="code identity-code">
            <pre tabIndex={0} aria-label={texts.title}>
              {held.secret}
            </pre>
            <CopyButton
              text={held.secret}
              copy={texts.copy}
              copied={texts.copied}
              onRefused={() => showErrorToast(texts.copyFailed)}
            />
          </div>
        )}
        {held?.turned_at && (
          <p className="hint num">{fill(texts.since, { time: times.dateAndClock(held.turned_at) })}</p>
        )}
        {held?.old_until && <Notice>{fill(texts.oldUntil, { time: times.dateAndClock(held.old_until) })}</Notice>}
        <div className="row flex-wrap">
          {!held && (
            <Button icon="eye" busy={busy} onClick={() => void show()}>
              {texts.show}
            </Button>
          )}
          <Button icon="rotate-cw" onClick={() => setAsking('overlap')}>
            {texts.turn}
          </Button>
          <Button look="danger-quiet" onClick={() => setAsking('at once')}>
            {texts.turnAtOnce}
          </Button>
        </div>
        <p className="hint">{texts.logged}</p>
      </div>
      {asking && (
        <ConfirmDialog
          title={asking === 'at once' ? texts.atOnceTitle : texts.turnTitle}
          keep={texts.keep}
          act={asking === 'at once' ? texts.turnAtOnce : texts.turn}
          busyText={texts.turning}
          run={() => turn(asking === 'at once')}
          onClose={() => setAsking(undefined)}
        >
          <p>{asking === 'at once' ? texts.atOnceText : texts.turnText}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
