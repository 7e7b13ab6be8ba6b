import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { useLimitedAccounts } from '#web/parts/channels/templates.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { platformName } from './reply-window-text.ts'

type QuestionProps = { source: string; channelId: string; onAgree(): void; onClose(): void }

export function CostConfirmDialog({ source, channelId, onAgree, onClose }: QuestionProps) {
  const texts = useTexts(deliveryTexts)
  const times = useTimes()
  const account = useLimitedAccounts().find(one => one.channelId === channelId)
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
      {account && (
        <p>
          {fill(texts.costLeft, {
            ...{ platform, left: account.left, total: account.total },
            time: times.dateAndClock(account.readAt),
          })}
        </p>
      )}
    </ConfirmDialog>
  )
}
