import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { WhyDialog } from './why-dialog.tsx'

/** `seen`: what holds of all requests on the screen; of this customer, or of whoever was merged with them. */
type Props = { customerId: string; seen?: string[]; onClose(): void; onLifted(): Promise<void> }

export function LiftRestriction({ customerId, seen, onClose, onLifted }: Props) {
  const texts = useTexts(dataRequestsTexts)
  async function lift(why: string): Promise<void> {
    await call('POST /api/v1/customers/:id/unrestrict', {
      params: { id: customerId },
      body: { why, ...(seen && { seen }) },
    })
    await onLifted()
  }
  const words = { title: texts.liftTitle, text: texts.liftText, label: texts.liftWhy, save: texts.lift }
  return <WhyDialog words={words} send={lift} onClose={onClose} />
}
