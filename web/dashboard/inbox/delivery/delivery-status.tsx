import { lazy, Suspense } from 'react'
import type { Message } from '#web/data/wire-rows.ts'
import type { WindowFacts } from '#web/parts/conversations/reply-window.ts'

const DeliveryError = lazy(async () => ({ default: (await import('./delivery-error.tsx')).DeliveryError }))

export type DeliveryTools = {
  facts: WindowFacts
  /** Asks whether a message may cost, and goes on if so. */
  askCost(agreed: () => void): void
}

/** Says of a message that is not with the customer why, and helps. The many words for that come when they are needed. */
export function DeliveryStatus(props: { message: Message; tools: DeliveryTools }) {
  if (!['unsure', 'held', 'failed'].includes(props.message.status)) return null
  return (
    <Suspense fallback={null}>
      <DeliveryError {...props} />
    </Suspense>
  )
}
