import { customerDetailKinds } from '#shared/contracts/customers/customer.contract.ts'
import type { SequencePlan, SequenceTrigger } from '#shared/contracts/campaigns/sequences.contract.ts'
import { sequencesTexts } from '#shared/texts/campaigns/sequences-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ConditionFields, NamedField } from './condition-fields.tsx'
import { useNamed } from './read-sequences.ts'

const fresh: Record<SequenceTrigger['on'], SequenceTrigger> = {
  hand: { on: 'hand' },
  first_message: { on: 'first_message' },
  tagged: { on: 'tagged', tag_id: null },
  no_reply: { on: 'no_reply', hours: 24 },
  detail: { on: 'detail', kind: null },
  followed: { on: 'followed' },
  'order.placed': { on: 'order.placed' },
  'appointment.made': { on: 'appointment.made' },
}
const againDays = [7, 30, 90, 180, 365]

type Props = { plan: SequencePlan; problem: string | undefined; onChange: (part: Partial<SequencePlan>) => void }

export function StartForm({ plan, problem, onChange }: Props) {
  const texts = useTexts(sequencesTexts)
  const { tags } = useNamed()
  const { trigger, goal, again_after_days: again } = plan
  const days = again === null || againDays.includes(again) ? againDays : [...againDays, again].sort((a, b) => a - b)
  return (
    <section className="sequence-start panel" aria-label={texts.startTitle}>
      <div className="sequence-fields">
        <SelectField
          label={texts.startTitle}
          value={trigger.on}
          options={(Object.keys(fresh) as SequenceTrigger['on'][]).map(on => ({ value: on, text: texts[on] }))}
          onChoose={on => onChange({ trigger: fresh[on] })}
        />
        {trigger.on === 'tagged' && (
          <NamedField
            label={texts.whichTag}
            value={trigger.tag_id}
            names={tags}
            onChoose={tagId => onChange({ trigger: { on: 'tagged', tag_id: tagId } })}
          />
        )}
        {trigger.on === 'no_reply' && (
          <Field
            label={texts.hours}
            type="number"
            min={1}
            max={167}
            value={String(trigger.hours)}
            onValue={typed =>
              onChange({ trigger: { on: 'no_reply', hours: Math.min(167, Math.max(1, Math.round(Number(typed)))) } })
            }
          />
        )}
        {trigger.on === 'detail' && (
          <SelectField
            label={texts.whichDetail}
            value={trigger.kind ?? ''}
            options={[
              { value: '', text: texts.anyDetail },
              ...customerDetailKinds.map(kind => ({ value: kind as string, text: texts[kind] })),
            ]}
            onChoose={kind =>
              onChange({ trigger: { on: 'detail', kind: customerDetailKinds.find(one => one === kind) ?? null } })
            }
          />
        )}
        {trigger.on === 'order.placed' && <p className="hint">{texts.orderHint}</p>}
        {trigger.on === 'appointment.made' && <p className="hint">{texts.appointmentHint}</p>}
        <SelectField
          label={texts.again}
          value={String(again ?? '')}
          options={[
            { value: '', text: texts.never },
            ...days.map(count => ({ value: String(count), text: fill(texts.againAfter, { count }) })),
          ]}
          onChoose={chosen => onChange({ again_after_days: chosen ? Number(chosen) : null })}
        />
      </div>
      {goal ? (
        <div className="sequence-goal">
          <ConditionFields label={texts.goal} value={goal} onChange={changed => onChange({ goal: changed })} />
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => onChange({ goal: null })}>
            {texts.noGoal}
          </button>
        </div>
      ) : (
        <SelectField
          label={texts.goal}
          value=""
          options={[
            { value: '', text: texts.noGoal },
            { value: 'replied', text: texts.replied },
            { value: 'tag', text: texts.hasTag },
          ]}
          onChoose={by =>
            onChange({ goal: by === 'tag' ? { by: 'tag', id: null } : by === 'replied' ? { by: 'replied' } : null })
          }
        />
      )}
      {problem && <p className="sequence-problem">{problem}</p>}
    </section>
  )
}
