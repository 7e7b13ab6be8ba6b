import { lazy, Suspense } from 'react'
import type { Message } from '#web/data/wire-rows.ts'
import type { DeliveryTools } from './delivery-trouble.ts'

const DeliveryError = lazy(async () => ({ default: (await import('./delivery-error.tsx')).DeliveryError }))

/** Says of a message that is not with the customer why, and helps. The many words for that come when they are needed. */
export function DeliveryStatus(props: { message: Message; tools: DeliveryTools }) {
  if (!['unsure', 'held', 'failed'].includes(props.message.status)) return null
  return (
    <Suspense fallback={null}>
      <DeliveryError {...props} />
    </Suspense>
  )
}
