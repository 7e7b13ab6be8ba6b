import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { SequencePlan } from '#shared/contracts/campaigns/sequences.contract.ts'
import type { OneSequence } from '#shared/contracts/campaigns/sequences.results.ts'
import { maxCostOf } from '#shared/rules/campaigns/sequence-rules.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { templateNames } from '#web/parts/channels/templates.ts'
import { adminNames } from '#web/parts/workspace/bot-switch.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { money } from '#web/dashboard/campaigns/read-campaigns.ts'
import { useRules } from '#web/dashboard/campaigns/rules/read-rules.ts'

type Props = {
  sequence: OneSequence
  plan: SequencePlan
  /** Saves unsaved edits before publishing. */
  save: () => Promise<void>
  onProblem: (problem: ApiError) => void
  onChanged: () => void
}

export function SequenceActions({ sequence, plan, save, onProblem, onChanged }: Props) {
  const texts = useTexts(sequencesTexts)
  const { role, members } = useCurrentWorkspace()
  const navigate = useNavigate()
  const [asks, setAsks] = useState<'publish' | 'close' | 'remove'>()
  const { busy, perform } = useAction({ onProblem: showErrorToast })
  const why = useId()
  const { id, status, version, changed } = sequence
  const mayPublish = role === 'admin' && (version === 0 || changed)
  const mayResume = role === 'admin' && status === 'paused'
  const withdrawn = (templates: string[], text: string) =>
    templates.length > 0 ? fill(text, { names: templateNames(templates, texts.withdrawnGone) }) : undefined
  // Refusals are announced before a press.
  const noPublish = mayPublish && withdrawn(sequence.draft_withdrawn, texts.withdrawnDraft)
  const noResume = mayResume && withdrawn(sequence.withdrawn, texts.withdrawnPaused)
  async function act(what: 'pause' | 'resume') {
    await perform(async () => {
      await call(`POST /api/v1/sequences/:id/${what}`, { params: { id } })
      onChanged()
    })
  }
  if (status === 'ended') return null
  return (
    <div className="row flex-wrap">
      {role !== 'admin' && (version === 0 || changed) && (
        <p className="hint">{fill(texts.askAdmin, { names: adminNames(members) })}</p>
      )}
      {(noPublish || noResume) && (
        <div className="sequence-withdrawn" id={why}>
          {noPublish && <Notice>{noPublish}</Notice>}
          {noResume && <Notice>{noResume}</Notice>}
        </div>
      )}
      {mayPublish && (
        <Button
          look="filled"
          disabled={Boolean(noPublish)}
          aria-describedby={noPublish ? why : undefined}
          onClick={() => setAsks('publish')}
        >
          {version === 0 ? texts.publish : texts.publishAgain}
        </Button>
      )}
      {mayResume && (
        <Button
          busy={busy}
          disabled={Boolean(noResume)}
          aria-describedby={noResume ? why : undefined}
          onClick={() => void act('resume')}
        >
          {texts.resume}
        </Button>
      )}
      {status === 'active' && (
        <Button icon="pause" busy={busy} onClick={() => void act('pause')}>
          {texts.pause}
        </Button>
      )}
      <Button look="danger-quiet" onClick={() => setAsks(version === 0 ? 'remove' : 'close')}>
        {version === 0 ? texts.remove : texts.close}
      </Button>
      {asks === 'publish' && (
        <PublishQuestion
          sequence={sequence}
          plan={plan}
          save={save}
          onProblem={onProblem}
          onChanged={onChanged}
          onClose={() => setAsks(undefined)}
        />
      )}
      {asks === 'close' && (
        <ConfirmDialog
          title={texts.closeTitle}
          keep={texts.keep}
          act={texts.close}
          run={async () => {
            await call('POST /api/v1/sequences/:id/end', { params: { id } })
            onChanged()
          }}
          onClose={() => setAsks(undefined)}
        >
          {fill(texts.closeText, { count: sequence.inside })}
        </ConfirmDialog>
      )}
      {asks === 'remove' && (
        <ConfirmDialog
          title={texts.removeTitle}
          keep={texts.keep}
          act={texts.remove}
          run={async () => {
            await call('DELETE /api/v1/sequences/:id', { params: { id } })
            void navigate(addresses.sequences)
          }}
          onClose={() => setAsks(undefined)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </div>
  )
}

const stepErrors = ['sequence.step_invalid', 'sequence.loop', 'template.not_approved', 'template.value_invalid']
/** Default for the monthly number. */
const defaultMessages = 100

function PublishQuestion({ sequence, plan, save, onProblem, onChanged, onClose }: Props & { onClose: () => void }) {
  const texts = useTexts(sequencesTexts)
  const [inside, setInside] = useState<'finish' | 'move'>('finish')
  const [doubtful, setDoubtful] = useState(false)
  const maxCost = maxCostOf(plan)
  const [maxMonth, setMaxMonth] = useState(String(Math.max(maxCost, sequence.max_month ?? maxCost * defaultMessages)))
  async function publish() {
    try {
      await save()
      await call('POST /api/v1/sequences/:id/publish', {
        params: { id: sequence.id },
        body: {
          ...{ inside, confirmed: doubtful },
          ...(maxCost > 0 && { max_each: maxCost, max_month: Math.round(Number(maxMonth)) }),
        },
      })
      showToast(texts.published)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onProblem(error)
      if (error.code === 'broadcast.purpose_doubtful') setDoubtful(true)
      if (!stepErrors.includes(error.code)) throw error
    }
    onChanged()
  }
  return (
    <ConfirmDialog
      title={texts.publishTitle}
      keep={texts.notNow}
      act={doubtful ? texts.notAdvertising : sequence.version === 0 ? texts.publish : texts.publishAgain}
      look="filled"
      run={publish}
      onClose={onClose}
    >
      <p>{texts.publishText}</p>
      {maxCost > 0 && <Money maxCost={maxCost} maxMonth={maxMonth} onMaxMonth={setMaxMonth} />}
      {sequence.inside > 0 && (
        <div className="sequence-inside">
          <p>
            <b>{fill(texts.insideTitle, { count: sequence.inside })}</b>
          </p>
          <SegmentedControl
            label={fill(texts.insideTitle, { count: sequence.inside })}
            value={inside}
            options={[
              { value: 'finish', text: texts.finish },
              { value: 'move', text: texts.move },
            ]}
            onChoose={setInside}
          />
          <p className="hint">{texts[`${inside}Hint`]}</p>
        </div>
      )}
    </ConfirmDialog>
  )
}

function Money({
  maxCost,
  maxMonth,
  onMaxMonth,
}: {
  maxCost: number
  maxMonth: string
  onMaxMonth: (maxMonth: string) => void
}) {
  const texts = useTexts(sequencesTexts)
  const { language } = useLanguage()
  const shopLimit = useRules().data?.money_per_month ?? null
  return (
    <div className="sequence-money">
      <p>
        <b>{fill(texts.each, { price: money(maxCost, language) })}</b>
      </p>
      <Field
        label={texts.monthMax}
        type="number"
        inputMode="numeric"
        min={maxCost}
        step={1}
        max={1_000_000_000}
        value={maxMonth}
        hint={`${texts.monthHint}${shopLimit === null ? '' : ` ${fill(texts.ofAll, { money: money(shopLimit, language) })}`}`}
        onValue={onMaxMonth}
      />
    </div>
  )
}
