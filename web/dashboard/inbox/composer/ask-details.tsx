import { useState } from 'react'
import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** Characters: Zalo shows no more beside its form. */
const longest = 500

type AskProps = {
  language: string | null
  onAsk(words: string): void
  onClose(): void
}

/** Zalo's own form asks for name, phone and address; the answers are stored with the customer at once. */
export function AskDetails({ language, onAsk, onClose }: AskProps) {
  const texts = useTexts(deliveryTexts)
  const [words, setWords] = useState(deliveryTexts(language === 'en' ? 'en' : 'vi').askWords)
  const [tried, setTried] = useState(false)
  const length = [...words.trim()].length
  const problem =
    length === 0 ? texts.askEmpty : length > longest ? fill(texts.askTooLong, { count: longest }) : undefined

  function ask() {
    setTried(true)
    if (problem) return
    onClose()
    onAsk(words.trim())
  }
  return (
    <Dialog
      open
      title={texts.askTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.costNo}</Button>
          <Button look="person" onClick={ask}>
            {texts.askSend}
          </Button>
        </>
      }
    >
      <p className="mb-3">{texts.askText}</p>
      <TextareaField
        label={texts.askLabel}
        rows={3}
        value={words}
        error={tried || length > longest ? problem : undefined}
        onValue={setWords}
      />
    </Dialog>
  )
}
