import { useState } from 'react'
import { maxAnswerLength } from '#shared/contracts/training/training.contract.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Bubble, TypingBubble } from '#web/kit/bubble.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { type BotAnswer, mayBeRight } from '#web/parts/answers/answered-question.ts'
import { readCitations } from '#web/parts/answers/citations.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Asked, Taught } from './use-five-questions.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { useAction } from '#web/kit/use-action.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

type Props = {
  asked: Asked[]
  onAskAgain(): Promise<void>
  onJudge(one: Asked, isRight: boolean): Promise<unknown>
  onTeach(one: Asked, answer: string): Promise<Taught>
}

export function FiveQuestions({ asked, onAskAgain, onJudge, onTeach }: Props) {
  const texts = useTexts(startTexts)
  const again = useAction()
  if (asked.length === 0) return null
  return (
    <section className="start-five" aria-labelledby="start-five">
      <h2 id="start-five">{texts.five}</h2>
      <p className="soft">{texts.fiveLead}</p>
      <ul>
        {asked.map(one => (
          <li key={one.text}>
            <Bubble author="contact">{one.text}</Bubble>
            <div className="start-answer">
              {one.answer === undefined ? (
                <TypingBubble author="bot" label={texts.asking} />
              ) : one.answer === 'failed' ? (
                <p className="row">
                  {texts.askFailed}
                  <Button size="sm" busy={again.busy} onClick={() => void again.perform(onAskAgain)}>
                    {texts.again}
                  </Button>
                </p>
              ) : one.answer.reply ? (
                <Bubble author="bot" lang={one.answer.language}>
                  {one.answer.reply}
                </Bubble>
              ) : (
                <p className="soft">{texts.silent}</p>
              )}
            </div>
            <div className="start-verdict-row">
              <span className="start-place">
                {one.answer && one.answer !== 'failed' && <From answer={one.answer} />}
              </span>
              <div className="start-verdict" role="group" aria-label={fill(texts.verdict, { question: one.text })}>
                <button type="button" aria-pressed={one.verdict === 'wrong'} onClick={() => void onJudge(one, false)}>
                  <Icon name="x" size="sm" />
                  {texts.wrong}
                </button>
                <button
                  type="button"
                  disabled={!mayBeRight(one)}
                  aria-pressed={one.verdict === 'right'}
                  onClick={() => void onJudge(one, true)}
                >
                  <Icon name="check" size="sm" />
                  {texts.right}
                </button>
              </div>
            </div>
            {one.verdict === 'wrong' && <Teach one={one} onTeach={onTeach} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function From({ answer }: { answer: BotAnswer }) {
  const texts = useTexts(startTexts)
  const [first] = readCitations(answer.citations)
  return (
    <>
      <Icon name={first ? 'file-text' : 'search'} size="sm" />
      <span>{first ? first.title : texts.notInside}</span>
    </>
  )
}

function Teach({ one, onTeach }: { one: Asked; onTeach: Props['onTeach'] }) {
  const texts = useTexts(startTexts)
  const gate = useTexts(gateTexts)
  const [reply, setReply] = useStoredDraft(`reply:${one.text}`, '')
  const [waits, setWaits] = useState<string>()
  const form = useForm({
    start: { answer: reply },
    onChange: change => change.answer !== undefined && setReply(change.answer),
    check: ({ answer }) => ({ answer: answer.trim() === '' ? texts.answerMissing : undefined }),
    async save({ answer }) {
      const status = await onTeach(one, answer.trim())
      setReply(null)
      if (status === 'processed') showToast(texts.answerSaved)
      else setWaits(status === 'waiting' ? gate.taughtWaiting : gate.taughtChecking)
    },
    fieldOf: () => 'answer',
  })

  if (waits) {
    return <Notice tone="info">{waits}</Notice>
  }
  return (
    <form {...form.props} className="start-teach">
      <TextareaField label={texts.howSay} rows={3} maxLength={maxAnswerLength} {...form.field('answer')} autoFocus />
      <div>
        <Button look="filled" type="submit" busy={form.busy}>
          {texts.keepAnswer}
        </Button>
      </div>
    </form>
  )
}
