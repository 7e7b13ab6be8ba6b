import { useState } from 'react'
import type { Settled } from '#shared/contracts/bot/bot.results.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { CorrectionForm } from '#web/parts/teaching/correction-form.tsx'
import { showCorrectionToast } from '#web/parts/teaching/correction-toast.ts'
import { fill } from '#web/parts/language/texts.ts'
import { sendTried } from '#web/parts/answers/worse-answers.ts'
import { askerName } from './asker-name.ts'
import type { Asker, Question } from './unanswered-rows.ts'

export function AnswerQuestion({
  question,
  waiting,
  onClose,
}: {
  question: Question
  waiting: Asker[]
  onClose(): void
}) {
  const texts = useTexts(correctionsTexts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const recipients = waiting.map(({ conversation }) => conversation.id).filter(id => !left.has(id))

  function toggle(id: string) {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }

  return (
    <Dialog open title={texts.answerTitle} onClose={onClose}>
      <CorrectionForm
        question={question.question}
        submit={recipients.length > 0 ? fill(texts.saveAndSend, { count: recipients.length }) : texts.save}
        of={{ unanswered_id: question.id }}
        onCancel={onClose}
        onSave={async typed => {
          const given = { ...typed, reply_to: 'answer' in typed ? recipients : [] }
          const settled = await sendTried(confirm =>
            call('POST /api/v1/unanswered/:id/answer', { params: { id: question.id }, body: { ...given, confirm } }),
          )
          if (!settled) return
          onClose()
          showCorrectionToast(resultText(settled, texts), settled.correction)
        }}
      >
        {waiting.length > 0 && (
          <fieldset className="correction-choices">
            <legend>{texts.sendTo}</legend>
            {waiting.map(({ conversation, text }) => (
              <label key={conversation.id}>
                <input
                  className="choice-mark"
                  type="checkbox"
                  checked={!left.has(conversation.id)}
                  onChange={() => toggle(conversation.id)}
                />
                <span>
                  <b>{askerName(conversation, texts)}</b>
                  <span className="correction-passage-text">{text}</span>
                </span>
              </label>
            ))}
            <p className="hint">{texts.sendHint}</p>
          </fieldset>
        )}
      </CorrectionForm>
    </Dialog>
  )
}

function resultText(
  { sent, not_sent: failed }: Settled,
  texts: Record<'saved' | 'savedAndSent' | 'savedNotSent', string>,
): string {
  if (failed > 0) return fill(texts.savedNotSent, { count: failed })
  return sent > 0 ? fill(texts.savedAndSent, { count: sent }) : texts.saved
}
