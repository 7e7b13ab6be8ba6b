import type { SequenceStep, SequenceTrigger } from '#shared/contracts/campaigns/sequences.contract.ts'
import { defaultRules } from '#shared/rules/campaigns/campaign-rules.ts'
import { soonestAt } from '#shared/rules/campaigns/soonest-at.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import type { IconName } from '#web/kit/icons/icon-shapes.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuItem } from '#web/kit/overlays/menu.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useRules } from '../rules/read-rules.ts'
import { StepForm } from './step-form.tsx'
import { insertAfter, moveStep, newStep, removeStep, replaceStep, type StepKind, stepKinds } from './step-tree.ts'

export const stepIcons: Record<StepKind, IconName> = {
  wait: 'clock',
  message: 'message-circle',
  tag: 'tag',
  field: 'pencil',
  assign: 'user-plus',
  branch: 'chevrons-up-down',
  hand_over: 'hand',
  end: 'circle-check',
}

export type Marked = { field: string; why: string } | undefined
type Editing = {
  steps: SequenceStep[]
  trigger: SequenceTrigger
  marked: Marked
  fixed: boolean
  /** đồng for a message that Meta bills; null: the shop can send none */
  marketingEach: number | null
  onChange: (steps: SequenceStep[]) => void
}

export function StepList(editing: Editing) {
  const { steps, marked, fixed, onChange } = editing
  const texts = useTexts(sequencesTexts)
  return (
    <section className="sequence-steps" aria-label={texts.stepsTitle}>
      <h2>{texts.stepsTitle}</h2>
      {steps.length === 0 && <p className="soft">{texts.noSteps}</p>}
      <Steps list={steps} under="steps" depth={0} editing={editing} />
      {marked?.field === 'steps' && <p className="sequence-problem">{marked.why}</p>}
      {!fixed && <AddStep label={texts.add} depth={0} onAdd={step => onChange([...steps, step])} />}
    </section>
  )
}

type Inner = { list: SequenceStep[]; under: string; depth: number; editing: Editing }

function Steps({ list, under, depth, editing }: Inner) {
  return (
    <ol className="sequence-list">
      {list.map((step, index) => (
        <Step
          key={step.id}
          step={step}
          field={`${under}.${index}`}
          depth={depth}
          isFirst={index === 0}
          isLast={index === list.length - 1}
          editing={editing}
        />
      ))}
    </ol>
  )
}

type One = { step: SequenceStep; field: string; depth: number; isFirst: boolean; isLast: boolean; editing: Editing }

function Step({ step, field, depth, isFirst, isLast, editing }: One) {
  const texts = useTexts(sequencesTexts)
  const { steps, trigger, marked, fixed, marketingEach, onChange } = editing
  const isMarked =
    marked &&
    (marked.field === field ||
      (marked.field.startsWith(`${field}.`) && !/^\.(yes|no)\./.test(marked.field.slice(field.length))))
  return (
    <li className="sequence-step" data-marked={isMarked || undefined}>
      <fieldset disabled={fixed} className="panel sequence-card">
        <legend className="unseen">{texts[step.is]}</legend>
        <div className="row flex-wrap">
          <Icon name={stepIcons[step.is]} />
          <b className="fill">{texts[step.is]}</b>
          {!fixed && (
            <>
              <IconButton
                icon="arrow-up"
                label={texts.up}
                disabled={isFirst}
                onClick={() => onChange(moveStep(steps, step.id, -1))}
              />
              <IconButton
                icon="arrow-down"
                label={texts.down}
                disabled={isLast}
                onClick={() => onChange(moveStep(steps, step.id, 1))}
              />
              <IconButton icon="trash" label={texts.removeStep} onClick={() => onChange(removeStep(steps, step.id))} />
            </>
          )}
        </div>
        <StepForm
          step={step}
          marketingEach={marketingEach}
          onChange={changed => onChange(replaceStep(steps, changed))}
        />
        {step.is === 'message' && !step.template && !step.marketing && (
          <Late steps={steps} trigger={trigger} id={step.id} />
        )}
        {isMarked && <p className="sequence-problem">{marked.why}</p>}
      </fieldset>
      {step.is === 'branch' &&
        (['yes', 'no'] as const).map(arm => (
          <div key={arm} className="sequence-arm">
            <h3>{arm === 'yes' ? texts.ifYes : texts.ifNo}</h3>
            <Steps list={step[arm]} under={`${field}.${arm}`} depth={depth + 1} editing={editing} />
            {!fixed && (
              <AddStep
                label={arm === 'yes' ? texts.addYes : texts.addNo}
                depth={depth + 1}
                onAdd={made => onChange(replaceStep(steps, { ...step, [arm]: [...step[arm], made] }))}
              />
            )}
          </div>
        ))}
      {!fixed && !isLast && (
        <AddStep
          label={texts.addAfter}
          depth={depth}
          small
          onAdd={made => onChange(insertAfter(steps, step.id, made))}
        />
      )}
    </li>
  )
}

const day = 24 * 60

/** By then the time for free answers is usually over. */
function Late({ steps, trigger, id }: Pick<Editing, 'steps' | 'trigger'> & { id: string }) {
  const texts = useTexts(sequencesTexts)
  const { promotion_per_day: promotion, care_per_day: care } = useRules().data ?? defaultRules
  const { minutes, byLimit } = soonestAt({ trigger, steps }, id, { promotion, care })
  if (minutes < day) return null
  return (
    <Notice>
      {byLimit && `${texts.lateByLimit} `}
      {minutes < 2 * day ? texts.lateForMessenger : texts.lateForAll}
    </Notice>
  )
}

/** At most three branches nested inside each other. */
const maxDepth = 3

function AddStep({
  label,
  depth,
  small = false,
  onAdd,
}: {
  label: string
  depth: number
  small?: boolean
  onAdd: (step: SequenceStep) => void
}) {
  const texts = useTexts(sequencesTexts)
  const { workspace } = useCurrentWorkspace()
  const fallback = workspace.language === 'en' ? 'en' : 'vi'
  return (
    <Menu
      align="start"
      trigger={
        small ? (
          <IconButton icon="plus" label={label} className="sequence-insert" />
        ) : (
          <Button size="sm" icon="plus">
            {label}
          </Button>
        )
      }
    >
      {stepKinds
        .filter(is => is !== 'branch' || depth < maxDepth)
        .map(is => (
          <MenuItem key={is} icon={stepIcons[is]} onSelect={() => onAdd(newStep(is, fallback))}>
            {texts[is]}
          </MenuItem>
        ))}
    </Menu>
  )
}
