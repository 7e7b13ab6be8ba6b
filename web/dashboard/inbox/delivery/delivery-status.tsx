import { lazy, Suspense } from 'react'
import type { Message } from '#web/data/wire-rows.ts'
import type { DeliveryTools } from './delivery-trouble.ts'

const DeliveryError = lazy(async () => ({ default: (await import('./delivery-error.tsx')).DeliveryError }))

/** Loads the many texts for problems only when a message has one. */
export function DeliveryStatus(props: { message: Message; tools: DeliveryTools }) {
  if (!['unsure', 'held', 'failed'].includes(props.message.status)) return null
  return (
    <Suspense fallback={null}>
      <DeliveryError {...props} />
    </Suspense>
  )
}
