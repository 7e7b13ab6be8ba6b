import { numberFormat } from '#shared/rules/text/number-format.ts'
import { retryableReasons } from '#shared/contracts/training/training.contract.ts'
import { errorCatalogue, errorText, type ErrorCode } from '#shared/errors.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { photosTexts } from '#shared/texts/training/photos-texts.ts'
import { trainingTexts } from '#shared/texts/training/training-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Chip } from '#web/kit/tag.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ProgressBar } from '#web/dashboard/training/progress-bar.tsx'

export function SourceState({ source }: { source: Source }) {
  const texts = useTexts(trainingTexts)
  const gate = useTexts(gateTexts)
  const photos = useTexts(photosTexts)
  const { language } = useLanguage()
  if (source.status === 'processed' && source.reason)
    return (
      <Chip tone="warning" icon="triangle-alert">
        {texts.retained}
      </Chip>
    )
  if (source.status === 'processed' && source.lines_open > 0)
    return (
      <Chip tone="warning" icon="clock">
        {fill(photos.chip, { count: source.lines_open })}
      </Chip>
    )
  if (source.status === 'processed')
    return (
      <Chip tone="ok" icon="circle-check">
        {texts.processed}
      </Chip>
    )
  if (source.status === 'failed')
    return (
      <Chip tone="bad" icon="circle-alert">
        {texts.failed}
      </Chip>
    )
  if (source.status === 'waiting')
    return (
      <Chip tone="warning" icon="clock">
        {gate.waitingChip}
      </Chip>
    )
  const percent = numberFormat(language, { style: 'percent' }).format(source.progress / 100)
  if (source.pages_found > 0)
    return (
      <ProgressBar
        words={fill(texts.readingPages, {
          read: Math.min(source.pages_read + source.pages_failed + 1, source.pages_found),
          found: source.pages_found,
        })}
        share={source.progress / 100}
      />
    )
  return (
    <ProgressBar
      words={source.progress > 0 ? fill(texts.processingAt, { percent }) : texts.processing}
      share={source.progress / 100}
    />
  )
}

export function reasonText(source: Pick<Source, 'reason'>, language: Language): string {
  const { reason } = source
  return errorText(
    reason !== null && reason in errorCatalogue ? (reason as ErrorCode) : 'training.could_not_read',
    language,
  )
}

export function mayReadAgain(source: Pick<Source, 'status' | 'reason' | 'kind'>): boolean {
  if (source.kind === 'link') return source.status === 'failed'
  return source.status === 'failed' && retryableReasons.some(reason => reason === source.reason)
}
