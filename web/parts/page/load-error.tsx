import { dataTexts } from '#shared/texts/dashboard/data-texts.ts'
import { codeOf, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'

export function LoadError({
  title,
  text,
  error,
  retry,
}: {
  title: string
  /** What remains safe, shown before the reason */
  text?: string
  error: unknown
  retry: () => void
}) {
  const texts = useTexts(dataTexts)
  const reason = messageOf(error)
  return (
    <ErrorState
      title={title}
      text={text ? `${text} ${reason}` : reason}
      code={codeOf(error)}
      retry={{ text: texts.retry, run: retry }}
    />
  )
}
