import { dataRequestsTexts } from '#shared/texts/customers/data-requests-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { WhyDialog } from './why-dialog.tsx'

export function RefuseRequest({ id, onClose, onRefused }: { id: string; onClose(): void; onRefused(): Promise<void> }) {
  const texts = useTexts(dataRequestsTexts)
  async function refuse(why: string): Promise<void> {
    await call('PATCH /api/v1/data-requests/:id', { params: { id }, body: { act: 'refused', why } })
    await onRefused()
  }
  const words = { title: texts.refuseTitle, text: texts.refuseText, label: texts.why, save: texts.refuse }
  return <WhyDialog words={words} look="danger" send={refuse} onClose={onClose} />
}
