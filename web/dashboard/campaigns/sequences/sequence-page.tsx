import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { SequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { OneSequence } from '#shared/contracts/campaigns/sequences.results.ts'
import { type SequencesTexts, sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { type ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showError } from '#web/kit/feedback/toast.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { GoneState } from '#web/parts/page/gone-state.tsx'
import { useUnsavedDraft } from '../use-unsaved-draft.ts'
import { templateNames } from '#web/parts/channels/templates.ts'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { fill } from '#web/parts/language/texts.ts'
import { money } from '../read-campaigns.ts'
import { sequenceKey, useSequence } from './read-sequences.ts'
import { RunsPanel } from './runs-panel.tsx'
import { SequenceActions } from './sequence-actions.tsx'
import { SequenceChip } from './sequence-chip.tsx'
import { StartForm } from './start-form.tsx'
import { type Marked, StepList } from './step-list.tsx'

export function SequencePage({ id }: { id: string }) {
  const texts = useTexts(sequencesTexts)
  const query = useSequence(id)
  if (query.data) return <Editor sequence={query.data} onChanged={() => void query.refetch()} />
  const gone = (
    <GoneState title={texts.gone} text={texts.goneText} back={{ to: addresses.sequences, text: texts.back }} />
  )
  return (
    <Frame title={texts.title}>
      <QueryState query={query} failed={texts.failed} loading={texts.loading} rows={5} empty={gone} />
    </Frame>
  )
}

function Frame({ title, aside, children }: { title: string; aside?: React.ReactNode; children: React.ReactNode }) {
  const texts = useTexts(sequencesTexts)
  usePageTitle(title)
  return (
    <>
      <header className="section-head">
        <Link className="icon-btn" to={addresses.sequences} aria-label={texts.back} title={texts.back}>
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{title}</h1>
        {aside}
      </header>
      <div className="section-body">{children}</div>
    </>
  )
}

/** Milliseconds after the last keystroke. */
const pauseMs = 800

type Draft = { name: string; plan: SequencePlan }

function Editor({ sequence, onChanged }: { sequence: OneSequence; onChanged: () => void }) {
  const texts = useTexts(sequencesTexts)
  const { language } = useLanguage()
  const { id, status, reason } = sequence
  const { workspace } = useCurrentWorkspace()
  const { draft, state, save, unsavedText, ...writing } = useUnsavedDraft<Draft>({
    queryKey: sequenceKey(workspace.id, id),
    given: { name: sequence.name, plan: sequence.plan },
    patch: body =>
      call('PATCH /api/v1/sequences/:id', { params: { id }, body, repeatable: true, workspace: workspace.id }),
  })
  const [problem, setProblem] = useState<ApiError>()
  const fixed = status === 'ended'

  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    const timer = setTimeout(() => void latest.current().catch(showError), pauseMs)
    return () => clearTimeout(timer)
  }, [draft])
  function change(part: Partial<Draft>) {
    setProblem(undefined)
    writing.change(part)
  }
  const plan = (part: Partial<SequencePlan>) => change({ plan: { ...draft.plan, ...part } })
  const marked = markedBy(problem, texts)
  const atStart = marked && /^(trigger|goal)/.test(marked.field) ? marked.why : undefined
  return (
    <Frame
      title={draft.name.trim() || texts.nameless}
      aside={
        <>
          <SequenceChip state={status} />
          <span className="hint sequence-saved" role="status">
            {state === 'unsaved' ? unsavedText : texts[state]}
          </span>
        </>
      }
    >
      <div className="sequence-page">
        <fieldset className="sequence-edit" disabled={fixed}>
          <legend className="unseen">{texts.title}</legend>
          {status === 'paused' && <Notice>{reasonOf(reason, texts)}</Notice>}
          {status === 'active' && sequence.withdrawn.length > 0 && (
            <Notice>
              {fill(texts.withdrawnActive, { names: templateNames(sequence.withdrawn, texts.withdrawnGone) })}
            </Notice>
          )}
          <Field label={texts.name} value={draft.name} maxLength={100} onValue={name => change({ name })} />
          <StartForm plan={draft.plan} problem={atStart} onChange={plan} />
          <StepList
            steps={draft.plan.steps}
            trigger={draft.plan.trigger}
            marked={marked}
            fixed={fixed}
            marketingEach={sequence.marketing_each}
            onChange={steps => plan({ steps })}
          />
        </fieldset>
        <div className="sequence-side">
          <SequenceActions
            sequence={sequence}
            plan={draft.plan}
            save={save}
            onProblem={setProblem}
            onChanged={onChanged}
          />
          {sequence.changed && status !== 'ended' && <p className="hint">{texts.changed}</p>}
          {sequence.max_month !== null && (
            <p className="hint">
              {fill(texts.spentMonth, {
                spent: money(sequence.spent_month, language),
                max: money(sequence.max_month, language),
              })}
            </p>
          )}
          {sequence.version > 0 && <RunsPanel sequence={sequence} />}
        </div>
      </div>
    </Frame>
  )
}

function reasonOf(reason: string | null, texts: SequencesTexts): string {
  return reason === 'plan' || reason === 'restored' ? texts[reason] : texts.person
}

function markedBy(problem: ApiError | undefined, texts: SequencesTexts): Marked {
  const { field, why } = problem?.details ?? {}
  if (typeof field !== 'string') return undefined
  if (problem?.code === 'broadcast.purpose_doubtful') return { field, why: texts.doubtful }
  if (problem?.code === 'template.value_invalid')
    return { field, why: fill(texts.template_value, { place: field.slice(field.indexOf('.values.') + 8) }) }
  if (problem?.code === 'template.not_approved') return { field, why: problem.message }
  if (why === 'gone') return { field, why: texts.goneWhy }
  if (why === 'value') return { field, why: texts.valueWhy }
  const words = typeof why === 'string' && why in texts ? texts[why as keyof SequencesTexts] : problem?.message
  return { field, why: words ?? '' }
}
