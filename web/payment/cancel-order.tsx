import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentTexts } from '#shared/texts/payment-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialog.tsx'
import { Notice } from '#web/kit/notice.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { fill } from '#web/parts/texts.ts'
import type { ShownOrder } from './use-order.ts'

/** Gives an open order up, after a question. One that was partly paid cannot be. */
export function CancelOrder({ order }: { order: ShownOrder }) {
  const texts = useTexts(paymentTexts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (order.received > 0) return null

  async function cancel() {
    setBusy(true)
    setProblem(undefined)
    try {
      const closed = await call<ShownOrder>('POST', `/orders/${order.id}/cancel`)
      setAsking(false)
      showToast(texts.cancelled)
      queries.setQueryData(['order', order.id], { ...closed, status: 'failed', status_detail: 'cancelled' })
      await queries.invalidateQueries({ queryKey: ['order', order.id] })
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button look="quiet" size="sm" icon="x" onClick={() => setAsking(true)}>
        {texts.cancelOrder}
      </Button>
      {asking && (
        <Dialog
          open
          role="alertdialog"
          title={fill(texts.cancelTitle, { memo: order.memo_code })}
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button autoFocus onClick={() => setAsking(false)}>
                {texts.cancelKeep}
              </Button>
              <Button look="danger" busy={busy} busyText={texts.working} onClick={() => void cancel()}>
                {texts.cancelNow}
              </Button>
            </>
          }
        >
          <p className="soft pay-dialog-text">
            {order.method === 'bank' ? texts.cancelText : texts.failedCancelledText}
          </p>
          {problem && <Notice tone="bad">{problem}</Notice>}
        </Dialog>
      )}
    </>
  )
}
