import { useQuery } from '@tanstack/react-query'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { CorrectionForm } from '#web/parts/teaching/correction-form.tsx'
import { showCorrectionToast } from '#web/parts/teaching/correction-toast.ts'
import { sendTried } from '#web/parts/answers/worse-answers.ts'

export function ImproveAnswer({ answerId, onClose }: { answerId: string; onClose(): void }) {
  const texts = useTexts(correctionsTexts)
  const {
    data: asked,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['asked', answerId],
    queryFn: () => readAsked(answerId),
    staleTime: Infinity,
  })
  return (
    <Dialog open title={texts.improveTitle} onClose={onClose}>
      {isError ? (
        <p className="row" role="alert">
          {texts.loadFailed}
          <Button size="sm" onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      ) : asked === undefined ? (
        <SkeletonRows rows={3} label={texts.loading} />
      ) : (
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
    </Dialog>
  )
}

async function readAsked(answerId: string): Promise<string> {
  const [answer] = await readRows('answers', query => query.eq('id', answerId), 'id,message_ids')
  if (!answer?.message_ids.length) return ''
  const messages = await readRows('messages', query => query.in('id', answer.message_ids).order('seq'), 'id,text')
  return messages
    .map(message => message.text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
