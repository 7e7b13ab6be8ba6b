import { useState } from 'react'
import { deliveryTexts } from '#shared/texts/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { AreaField } from '#web/kit/area-field.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { fill } from '#web/parts/texts.ts'

/** Zalo shows no more of it beside its form. */
const longest = 500

type AskProps = { disabled: boolean; onAsk(words: string): void }

/** Asks the customer for name, phone and address by Zalo's own form; what they fill in stands with the customer at once. */
export function AskDetails({ disabled, onAsk }: AskProps) {
  const texts = useTexts(deliveryTexts)
  const [words, setWords] = useState<string>()
  const [tried, setTried] = useState(false)
  const length = [...(words ?? '').trim()].length
  const problem =
    length === 0 ? texts.askEmpty : length > longest ? fill(texts.askTooLong, { count: longest }) : undefined

  function close() {
    setWords(undefined)
    setTried(false)
  }

  function ask() {
    setTried(true)
    if (problem || words === undefined) return
    close()
    onAsk(words.trim())
  }
  return (
    <>
      <IconButton
        icon="circle-user"
        label={texts.askDetails}
        disabled={disabled}
        onClick={() => setWords(texts.askWords)}
      />
      <Dialog
        open={words !== undefined}
        title={texts.askTitle}
        onClose={close}
        foot={
          <>
            <Button onClick={close}>{texts.costNo}</Button>
            <Button look="person" onClick={ask}>
              {texts.askSend}
            </Button>
          </>
        }
      >
        <p className="mb-[12px]">{texts.askText}</p>
        <AreaField
          label={texts.askLabel}
          rows={3}
          value={words ?? ''}
          error={tried || length > longest ? problem : undefined}
          onValue={setWords}
        />
      </Dialog>
    </>
  )
}
