import { useQuery } from '@tanstack/react-query'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { CorrectionForm } from '#web/parts/teaching/correction-form.tsx'
import { showCorrectionToast } from '#web/parts/teaching/correction-toast.ts'
import { sendTried } from '#web/parts/answers/worse-answers.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'

export function ImproveAnswer({ answerId, onClose }: { answerId: string; onClose(): void }) {
  const texts = useTexts(correctionsTexts)
  const query = useQuery({
    queryKey: ['asked', answerId],
    queryFn: () => readAsked(answerId),
    staleTime: Infinity,
  })
  return (
    <Dialog open title={texts.improveTitle} onClose={onClose}>
      <QueryState query={query} failed={texts.loadFailed} brief loading={texts.loading}>
        {asked => (
          <CorrectionForm
            question={asked}
            submit={texts.save}
            of={{ answer_id: answerId }}
            onCancel={onClose}
            onSave={async typed => {
              const correction = await sendTried(confirm =>
                call('POST /api/v1/answers/:id/improve', { params: { id: answerId }, body: { ...typed, confirm } }),
              )
              if (!correction) return
              onClose()
              showCorrectionToast(texts.saved, correction)
            }}
          />
        )}
      </QueryState>
    </Dialog>
  )
}

async function readAsked(answerId: string): Promise<string> {
  const [answer] = await readRows('answers', rows => rows.eq('id', answerId), 'id,message_ids')
  if (!answer?.message_ids.length) return ''
  const messages = await readRows('messages', rows => rows.in('id', answer.message_ids).order('seq'), 'id,text')
  return oneLine(messages.map(message => message.text).join(' '))
}
