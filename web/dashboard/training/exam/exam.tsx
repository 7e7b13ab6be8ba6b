import { useState } from 'react'
import { examTexts } from '#shared/texts/training/exam-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Row } from '#web/data/wire-rows.ts'
import { PetalMeter, petalsForShare } from '#web/kit/petal-meter.tsx'
import { Button } from '#web/kit/button.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { type AnsweredQuestion, caseFrom } from '#web/parts/answers/answered-question.ts'
import { fill } from '#web/parts/language/texts.ts'
import { PairDialog } from '#web/dashboard/training/pairs/pair-dialog.tsx'
import { ExamList } from './exam-list.tsx'
import './exam.css'
import { useExam } from './use-exam.ts'

type Case = Row<'regression_cases'>

export function Exam({ cases, onChanged }: { cases: Case[] | undefined; onChanged(): void }) {
  const texts = useTexts(examTexts)
  const { questions, examined, asking, askAll, ask, stop } = useExam()
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const [teaching, setTeaching] = useState<string>()
  const caseOf = (text: string) => cases?.find(one => one.question === text && one.last_right)
  const count = examined.length
  const right = examined.filter(one => caseOf(one.text)).length
  if (questions.isError) return <LoadError failed={texts.failed} query={questions} />
  if (count === 0 || cases === undefined) return null

  async function judge(one: AnsweredQuestion, isRight: boolean) {
    setWrong(known => new Set([...known].filter(text => text !== one.text).concat(isRight ? [] : [one.text])))
    const stored = caseOf(one.text)
    try {
      if (isRight && !stored) await call('POST /api/v1/regression-cases', { body: caseFrom(one) })
      if (!isRight && stored) await call('DELETE /api/v1/regression-cases/:id', { params: { id: stored.id } })
      onChanged()
    } catch (problem) {
      showError(problem)
    }
  }

  const list = (items: AnsweredQuestion[]) => (
    <ExamList
      items={items}
      verdictOf={({ text }) => (caseOf(text) ? 'right' : wrong.has(text) ? 'wrong' : undefined)}
      onJudge={(one, isRight) => void judge(one, isRight)}
      onTeach={one => setTeaching(one.text)}
      onAsk={one => void ask(one.text)}
    />
  )
  const asked = examined.filter(one => one.answer !== undefined)
  const good = asked.filter(one => caseOf(one.text))
  const bad = asked.filter(one => !caseOf(one.text) && wrong.has(one.text))
  const open = asked.filter(one => !good.includes(one) && !bad.includes(one))
  return (
    <section className="panel exam" aria-labelledby="exam-title">
      <div className="exam-head">
        <PetalMeter filled={petalsForShare(right / count)} width={92} />
        <div className="fill">
          <h2 id="exam-title">{right > 0 ? fill(texts.ready, { right, count }) : texts.title}</h2>
          <p className="soft">{texts.text}</p>
          <p className="row exam-acts">
            {asking === undefined ? (
              <Button look={right === 0 ? 'filled' : 'outline'} icon="play" onClick={() => void askAll()}>
                {asked.length > 0 ? texts.again : fill(texts.start, { count })}
              </Button>
            ) : (
              <Button icon="pause" onClick={stop}>
                {texts.stop}
              </Button>
            )}
            <span className="soft num" role="status">
              {asking !== undefined && fill(texts.asking, { at: asking, count })}
            </span>
          </p>
        </div>
      </div>
      {bad.length > 0 && (
        <>
          <h3>{texts.wrongOnes}</h3>
          {list(bad)}
        </>
      )}
      {open.length > 0 && (
        <>
          <h3>{texts.open}</h3>
          {list(open)}
        </>
      )}
      {good.length > 0 && (
        <details className="exam-right">
          <summary>{fill(texts.showRight, { count: good.length })}</summary>
          {list(good)}
        </details>
      )}
      {teaching !== undefined && (
        <PairDialog
          pair={undefined}
          asked={teaching}
          onClose={() => {
            const text = teaching
            setTeaching(undefined)
            void ask(text)
          }}
        />
      )}
    </section>
  )
}
