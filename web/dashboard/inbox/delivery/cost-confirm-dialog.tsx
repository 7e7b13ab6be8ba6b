import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { platformName } from './reply-window-text.ts'

type QuestionProps = { source: string; onAgree(): void; onClose(): void }

export function CostConfirmDialog({ source, onAgree, onClose }: QuestionProps) {
  const texts = useTexts(deliveryTexts)
  const platform = platformName(source, texts)
  return (
    <ConfirmDialog
      title={fill(texts.costTitle, { platform })}
      keep={texts.costNo}
      act={texts.costYes}
      look="person"
      run={async () => onAgree()}
      onClose={onClose}
    >
      <p>{fill(texts.costText, { platform })}</p>
    </ConfirmDialog>
  )
}
