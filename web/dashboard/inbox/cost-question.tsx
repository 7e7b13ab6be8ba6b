import { deliveryTexts } from '#shared/texts/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { fill } from '#web/parts/texts.ts'
import { platformName } from './window-words.ts'

type QuestionProps = { source: string; onAgree(): void; onClose(): void }

/** The platform may charge for what is about to go out: a person says so first. */
export function CostQuestion({ source, onAgree, onClose }: QuestionProps) {
  const texts = useTexts(deliveryTexts)
  const platform = platformName(source, texts)
  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(texts.costTitle, { platform })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.costNo}</Button>
          <Button
            look="person"
            onClick={() => {
              onClose()
              onAgree()
            }}
          >
            {texts.costYes}
          </Button>
        </>
      }
    >
      <p>{fill(texts.costText, { platform })}</p>
    </Dialog>
  )
}
