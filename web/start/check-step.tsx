import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { mayBeRight } from '#web/parts/answers/answered-question.ts'
import { fill } from '#web/parts/language/texts.ts'
import { PhotoLines } from '#web/dashboard/training/photos/photo-lines.tsx'
import { FiveQuestions } from './five-questions.tsx'
import { Paper } from './reading-progress.tsx'
import { type Around, StepLayout } from './step-layout.tsx'
import { UnderstoodList } from './understood-list.tsx'
import type { StepActions } from './use-first-steps.ts'
import { sortFacts, useFacts, valuesOf } from './use-facts.ts'
import { useFive } from './use-five-questions.ts'
import { useKnowledge } from './use-knowledge.ts'

const rowsOnPaper = 9

export function CheckStep({ actions, around }: { actions: StepActions; around: Around }) {
  const texts = useTexts(startTexts)
  const facts = useFacts()
  const five = useFive()
  const { busy, problem: failed, perform } = useAction({ once: true })
  const { asked } = five
  const photos = useKnowledge().sources.rows.filter(source => source.lines_count > 0)
  const understood = facts.data && sortFacts(facts.data.facts)
  const waiting = five.questions.isPending || asked.some(one => one.answer === undefined)
  const wrong = asked.some(one => one.verdict === 'wrong')
  const open = asked.filter(one => one.verdict === undefined)
  const linesOpen = photos.reduce((sum, source) => sum + source.lines_open, 0)

  async function continueSetup() {
    await perform(async () => {
      // A press that leaves lines behind says nothing about the answers.
      if (!wrong && linesOpen === 0) await five.allRight()
      await actions.goTo(4)
    })
  }

  const words =
    linesOpen > 0
      ? fill(texts.goOnLines, { count: linesOpen })
      : wrong
        ? texts.goOnFix
        : asked.length > 0 && open.length === asked.length && asked.every(mayBeRight)
          ? fill(texts.allRight, { count: asked.length })
          : texts.next
  return (
    <StepLayout
      around={around}
      name={texts.step3}
      title={texts.checkTitle}
      lead={texts.checkLead}
      beside={
        understood && (
          <Paper
            name={facts.data?.sources[0]?.title ?? ''}
            rows={understood.priced.slice(0, rowsOnPaper).map(fact => [fact.name, valuesOf(fact)])}
          />
        )
      }
      foot={
        <>
          {failed && <Notice tone="bad">{failed}</Notice>}
          <Button
            look={linesOpen > 0 ? 'outline' : 'filled'}
            size="lg"
            icon={linesOpen > 0 || wrong || !asked.some(mayBeRight) ? undefined : 'check'}
            busy={busy || waiting}
            busyText={busy ? texts.saving : texts.asking}
            onClick={() => void continueSetup()}
          >
            {words}
          </Button>
        </>
      }
    >
      {photos
        .filter(source => source.lines_open > 0)
        .map(source => (
          <PhotoLines key={source.id} source={source} />
        ))}
      {understood ? (
        <UnderstoodList
          understood={understood}
          unread={facts.data.unread.map(({ line }) => line)}
          more={photos.length > 0}
        />
      ) : (
        <QueryState query={facts} failed={texts.loadFailed} loading={texts.loading} rows={4} />
      )}
      {five.questions.isError && <LoadError query={five.questions} failed={texts.askFailed} brief />}
      <FiveQuestions
        asked={asked}
        onAskAgain={five.askAgain}
        onJudge={(one, isRight) => five.judge(one, isRight).catch(showError)}
        onTeach={five.teach}
      />
    </StepLayout>
  )
}
