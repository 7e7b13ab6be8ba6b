import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** The length in characters that every platform takes as one reply. */
export const maxReplyLength = 2000
const warnBelow = 200

type WordsProps = { id: string; tooLong: boolean; length: number; wait: boolean }

export function ComposerHints({ id, tooLong, length, wait }: WordsProps) {
  const texts = useTexts(inboxTexts)
  const tools = useTexts(inboxToolsTexts)
  return (
    <span className="fill" id={id} role={tooLong || wait ? 'alert' : undefined}>
      {tooLong ? (
        <span className="field-error">{fill(texts.tooLong, { count: length })}</span>
      ) : wait ? (
        <span className="field-error">{tools.fileWait}</span>
      ) : (
        length > maxReplyLength - warnBelow && (
          <span className="muted num">{fill(texts.left, { count: maxReplyLength - length })}</span>
        )
      )}
    </span>
  )
}
