import { Link } from 'react-router'
import { examTexts } from '#shared/texts/training/exam-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { type AnsweredQuestion, type BotAnswer, mayBeRight } from '#web/parts/answers/answered-question.ts'
import { readCitations } from '#web/parts/answers/citations.ts'
import { fill } from '#web/parts/language/texts.ts'

type Verdict = 'right' | 'wrong'
type Props = {
  items: AnsweredQuestion[]
  verdictOf(one: AnsweredQuestion): Verdict | undefined
  onJudge(one: AnsweredQuestion, isRight: boolean): void
  onTeach(one: AnsweredQuestion): void
  onAsk(one: AnsweredQuestion): void
}

export function ExamList({ items, verdictOf, onJudge, onTeach, onAsk }: Props) {
  const texts = useTexts(examTexts)
  return (
    <ul className="exam-list">
      {items.map(one => {
        const verdict = verdictOf(one)
        return (
          <li key={one.text}>
            <Bubble author="contact">{one.text}</Bubble>
            <div className="exam-answer">
              {one.answer === 'failed' ? (
                <p className="row">
                  {texts.askFailed}
                  <Button size="sm" onClick={() => onAsk(one)}>
                    {texts.retry}
                  </Button>
                </p>
              ) : (
                one.answer && <Answered answer={one.answer} />
              )}
            </div>
            <div className="exam-verdict" role="group" aria-label={fill(texts.verdict, { question: one.text })}>
              <button type="button" aria-pressed={verdict === 'wrong'} onClick={() => onJudge(one, false)}>
                <Icon name="x" size="sm" />
                {texts.wrong}
              </button>
              <button
                type="button"
                disabled={!mayBeRight(one)}
                aria-pressed={verdict === 'right'}
                onClick={() => onJudge(one, true)}
              >
                <Icon name="check" size="sm" />
                {texts.right}
              </button>
              {verdict === 'wrong' && (
                <Button size="sm" onClick={() => onTeach(one)}>
                  {texts.teach}
                </Button>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Answered({ answer }: { answer: BotAnswer }) {
  const texts = useTexts(examTexts)
  const [first] = readCitations(answer.citations)
  return (
    <>
      {answer.reply ? (
        <Bubble author="bot" lang={answer.language}>
          {answer.reply}
        </Bubble>
      ) : (
        <p className="soft">{texts.silent}</p>
      )}
      {first && (
        <Link className="exam-source" to={`/dashboard/training/${first.source_id}`}>
          <Icon name="file-text" size="sm" />
          {first.title}
        </Link>
      )}
    </>
  )
}
