import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Message } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { showErrorToast } from '#web/kit/feedback/toast.tsx'
import { type DeliveryTools, troubleOf } from './delivery-trouble.ts'

export function DeliveryError({ message, tools }: { message: Message; tools: DeliveryTools }) {
  const texts = useTexts(deliveryTexts)
  const { language } = useLanguage()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const trouble = troubleOf(message, tools.facts, language)
  if (!trouble) return null
  const { action } = trouble

  async function sendAgain(mayCost: boolean) {
    await perform(async () => {
      await call('POST /api/v1/messages/:id/retry', {
        params: { id: message.id },
        body: { may_cost: mayCost },
        repeatable: true,
      })
    })
  }
  return (
    <div className={`inbox-trouble ${trouble.serious ? 'inbox-trouble-serious' : ''}`}>
      <Icon name={trouble.serious ? 'circle-alert' : 'clock'} size="sm" />
      <div className="fill">
        <p className="inbox-trouble-title">{trouble.title}</p>
        {trouble.text && <p>{trouble.text}</p>}
      </div>
      {action && (
        <Button
          size="sm"
          busy={busy}
          onClick={() => (action === 'pay' ? tools.askCost(() => void sendAgain(true)) : void sendAgain(false))}
        >
          {action === 'pay' ? texts.sendPaid : action === 'anyway' ? texts.sendAnyway : texts.resend}
        </Button>
      )}
    </div>
  )
}
