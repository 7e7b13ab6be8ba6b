import { useState } from 'react'
import { type ErrorCode, errorCatalogue, errorText } from '#shared/errors.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
import { CorrectAddressDialog } from '#web/parts/forms/correct-address-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { SourceRow } from './use-knowledge.ts'

type Props = {
  sources: SourceRow[]
  onAgain(source: SourceRow): Promise<void>
  onCorrected(): void
  onDrop(id: string): Promise<void>
  onPaste(hint: string): void
}

export function FailedSources({ sources, onAgain, onCorrected, onDrop, onPaste }: Props) {
  const texts = useTexts(startTexts)
  const { language } = useLanguage()
  const [correcting, setCorrecting] = useState<SourceRow>()
  const showFailure = (act: Promise<void>) => act.catch(showError)
  const notices = sources.map(source => {
    const needsScripts = source.reason === 'training.page_empty'
    const isByHand = source.reason === 'training.picture_handwritten'
    const why = needsScripts
      ? texts.pageEmpty
      : isCode(source.reason)
        ? errorText(source.reason, language)
        : errorText('training.could_not_read', language)
    return (
      <Notice key={source.id} tone="bad">
        <b>{fill(texts.failedTitle, { title: source.title || (source.url ?? '') })}</b>
        <p>{why}</p>
        <p className="row flex-wrap start-failed-acts">
          <Button
            size="sm"
            look={needsScripts || isByHand ? 'filled' : 'outline'}
            onClick={() => onPaste(needsScripts ? texts.pageEmpty : '')}
          >
            {texts.pasteInstead}
          </Button>
          {!needsScripts && !isByHand && (
            <Button size="sm" onClick={() => void showFailure(onAgain(source))}>
              {texts.again}
            </Button>
          )}
          {source.kind === 'link' && (
            <Button size="sm" onClick={() => setCorrecting(source)}>
              {texts.correctAddress}
            </Button>
          )}
          <Button size="sm" look="quiet" onClick={() => void showFailure(onDrop(source.id))}>
            {texts.dropIt}
          </Button>
        </p>
      </Notice>
    )
  })
  return (
    <>
      {notices}
      {correcting && (
        <CorrectAddressDialog source={correcting} onClose={() => setCorrecting(undefined)} onCorrected={onCorrected} />
      )}
    </>
  )
}

function isCode(reason: string | null): reason is ErrorCode {
  return reason !== null && Object.hasOwn(errorCatalogue, reason)
}
