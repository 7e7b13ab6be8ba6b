import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentTexts } from '#shared/texts/billing/payment-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { ShownOrder } from './use-order.ts'

/** Not possible once partly paid. */
export function CancelOrder({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  if (order.received > 0) return null

  async function cancel() {
    const closed = await call('POST /api/v1/orders/:id/cancel', { params: { id: order.id } })
    showToast(texts.cancelled)
    queries.setQueryData(['order', order.id], { ...closed, status: 'failed', status_detail: 'cancelled' })
    void queries.invalidateQueries({ queryKey: ['order', order.id] })
  }

  return (
    <>
      <Button look="quiet" size="sm" icon="x" onClick={() => setAsking(true)}>
        {texts.cancelOrder}
      </Button>
      {asking && (
        <ConfirmDialog
          title={fill(texts.cancelTitle, { memo: order.memo_code })}
          keep={texts.cancelKeep}
          act={texts.cancelNow}
          busyText={texts.working}
          run={cancel}
          onClose={() => setAsking(false)}
        >
          <p>{order.method === 'bank' ? texts.cancelText : texts.failedCancelledText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
