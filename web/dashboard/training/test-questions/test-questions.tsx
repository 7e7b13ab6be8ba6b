import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { maxCases } from '#shared/contracts/bot/bot.contract.ts'
import { fold } from '#shared/rules/text/fold.ts'
import { gateTexts } from '#shared/texts/training/gate-texts.ts'
import { testQuestionsTexts } from '#shared/texts/training/test-questions-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { useAction } from '#web/kit/use-action.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { showError, showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { Exam } from '#web/dashboard/training/exam/exam.tsx'
import { LastRun } from './last-run.tsx'
import { TestQuestionDialog } from './test-question-dialog.tsx'
import { SearchField } from '#web/parts/forms/common-fields.tsx'

type Case = Row<'regression_cases'>

/** A run starts within seconds of a change. */
const refreshMs = 10_000

export function TestQuestions({ adding, onAdd, onAdded }: { adding: boolean; onAdd(): void; onAdded(): void }) {
  const texts = useTexts(testQuestionsTexts)
  const gate = useTexts(gateTexts)
  const { workspace } = useCurrentWorkspace()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<Case>()
  const query = useQuery({
    queryKey: ['test questions', workspace.id],
    refetchInterval: refreshMs,
    queryFn: () =>
      readRows('regression_cases', rows => rows.eq('workspace_id', workspace.id).order('id', { ascending: false })),
  })
  const { data } = query
  const changed = () => void queries.invalidateQueries({ queryKey: ['test questions', workspace.id] })
  const sought = fold(useDeferredValue(typed)).trim()
  const shown = data?.filter(one => fold(one.question).includes(sought)) ?? []

  return (
    <div className="stack test-questions">
      <Exam cases={data} onChanged={changed} />
      <LastRun />
      <section className="panel training-files" aria-label={texts.title}>
        <div className="panel-head test-questions-head">
          <div className="fill">
            <h2>
              {texts.title}{' '}
              {data && <span className="muted num">{fill(texts.count, { count: data.length, limit: maxCases })}</span>}
            </h2>
            <p className="soft">{texts.text}</p>
            <p className="muted">{gate.byEmbedded}</p>
          </div>
          {data && data.length > 0 && (
            <span className="row training-pair-tools">
              <SearchField label={texts.search} value={typed} onValue={setTyped} />
              <RunNow onDone={changed} />
            </span>
          )}
        </div>
        <QueryState
          query={query}
          failed={texts.failed}
          loading={texts.loading}
          className="panel-body"
          empty={
            <EmptyState
              title={texts.emptyTitle}
              text={texts.emptyText}
              action={<Button onClick={onAdd}>{texts.add}</Button>}
            />
          }
        >
          {() =>
            shown.length === 0 ? (
              <p className="panel-body soft" role="status">
                {texts.noneFound}
              </p>
            ) : (
              <ul className="training-unanswered">
                {shown.map(one => (
                  <CaseRow key={one.id} one={one} onEdit={() => setEditing(one)} onRemoved={changed} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </section>
      {(adding || editing) && (
        <TestQuestionDialog
          key={editing?.id ?? 'new'}
          one={editing}
          onClose={() => {
            setEditing(undefined)
            onAdded()
          }}
          onSaved={changed}
        />
      )}
    </div>
  )
}

function RunNow({ onDone }: { onDone(): void }) {
  const texts = useTexts(testQuestionsTexts)
  const queries = useQueryClient()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  async function run() {
    await perform(async () => {
      await call('POST /api/v1/regression-runs', { repeatable: true })
      showToast(texts.ran)
      onDone()
      await queries.invalidateQueries({ queryKey: ['last run'] })
    })
  }
  return (
    <Button size="sm" icon="rotate-cw" busy={busy} busyText={texts.running} onClick={() => void run()}>
      {texts.runNow}
    </Button>
  )
}

function CaseRow({ one, onEdit, onRemoved }: { one: Case; onEdit(): void; onRemoved(): void }) {
  const texts = useTexts(testQuestionsTexts)
  const origins: Record<string, string> = {
    owner: texts.fromOwner,
    correction: texts.fromCorrection,
    liked: texts.fromLiked,
  }

  async function remove() {
    try {
      await call('DELETE /api/v1/regression-cases/:id', { params: { id: one.id } })
      onRemoved()
    } catch (problem) {
      showError(problem)
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
        <p className="soft">{useWanted(one)}</p>
        <p className="soft training-taught">
          <span className="muted">{texts.saysNow}:</span> {one.last_reply}
        </p>
      </div>
      <IconButton icon="pencil" label={fill(texts.editOf, { question: one.question })} onClick={onEdit} />
      <IconButton icon="trash" label={fill(texts.removeOf, { question: one.question })} onClick={() => void remove()} />
    </li>
  )
}

function useWanted(one: Case): string {
  const texts = useTexts(testQuestionsTexts)
  const others: Record<string, string> = { handoff: texts.mustHandoff, refuse: texts.mustRefuse }
  if (one.act !== 'answer') return others[one.act] ?? texts.mustNotAnswer
  return one.expected.length > 0 ? `${texts.mustHave}: “${one.expected.join('”, “')}”` : texts.mustBeFrom
}
