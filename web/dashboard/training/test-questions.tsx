import { useQuery, useQueryClient } from '@tanstack/react-query'
import { testQuestionsTexts } from '#shared/texts/test-questions-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { call, codeOf, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showErrorToast } from '#web/kit/toast.tsx'
import { fill } from '#web/parts/texts.ts'
import { AddTestQuestion } from './add-test-question.tsx'
import { LastRun } from './last-run.tsx'

type Case = Row<'regression_cases'>

/** A run follows a change within seconds. */
const refreshMs = 10_000

/** Questions whose answers have to stay right, how each stands, and what the last change made of them. */
export function TestQuestions({ adding, onAdd, onAdded }: { adding: boolean; onAdd(): void; onAdded(): void }) {
  const texts = useTexts(testQuestionsTexts)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['test questions', workspace.id],
    refetchInterval: refreshMs,
    queryFn: () =>
      readRows('regression_cases', query => query.eq('workspace_id', workspace.id).order('id', { ascending: false })),
  })
  const changed = () => void queries.invalidateQueries({ queryKey: ['test questions', workspace.id] })

  return (
    <div className="stack test-questions">
      <LastRun />
      <section className="panel training-files" aria-label={texts.title}>
        <div className="panel-head">
          <div className="fill">
            <h2>{texts.title}</h2>
            <p className="soft">{texts.text}</p>
          </div>
        </div>
        {isError ? (
          <div className="panel-body">
            <ErrorState
              title={texts.failed}
              text={messageOf(error)}
              code={codeOf(error)}
              retry={{ text: texts.retry, run: () => void refetch() }}
            />
          </div>
        ) : data === undefined ? (
          <div className="panel-body">
            <SkeletonRows rows={3} label={texts.loading} />
          </div>
        ) : data.length === 0 ? (
          <EmptyState
            title={texts.emptyTitle}
            text={texts.emptyText}
            action={<Button onClick={onAdd}>{texts.add}</Button>}
          />
        ) : (
          <ul className="training-unanswered">
            {data.map(one => (
              <CaseRow key={one.id} one={one} onRemoved={changed} />
            ))}
          </ul>
        )}
      </section>
      {adding && <AddTestQuestion onClose={onAdded} onSaved={changed} />}
    </div>
  )
}

function CaseRow({ one, onRemoved }: { one: Case; onRemoved(): void }) {
  const texts = useTexts(testQuestionsTexts)
  const origins: Record<string, string> = {
    owner: texts.fromOwner,
    correction: texts.fromCorrection,
    liked: texts.fromLiked,
  }

  async function remove() {
    try {
      await call('DELETE', `/regression-cases/${one.id}`)
      onRemoved()
    } catch (problem) {
      showErrorToast(messageOf(problem))
    }
  }

  return (
    <li>
      <div className="training-unanswered-words">
        <h3>{one.question}</h3>
        <p className="row training-unanswered-meta">
          {one.last_right ? (
            <Chip tone="ok" icon="check">
              {texts.right}
            </Chip>
          ) : (
            <Chip tone="warning" icon="triangle-alert">
              {texts.wrong}
            </Chip>
          )}
          <span className="muted">{origins[one.made_from]}</span>
        </p>
        {one.expected.length > 0 && (
          <p className="soft">
            {texts.mustHave}: “{one.expected.join('”, “')}”
          </p>
        )}
        <p className="soft training-taught">
          <span className="muted">{texts.saysNow}:</span> {one.last_reply}
        </p>
      </div>
      <IconButton icon="trash" label={fill(texts.removeOf, { question: one.question })} onClick={() => void remove()} />
    </li>
  )
}
