import { useState } from 'react'
import type { ComponentBudget, DeskIncident } from '#shared/contracts/status/status.api.ts'
import {
  type IncidentImpact,
  incidentImpacts,
  type IncidentStage,
  incidentStages,
  type StatusComponent,
} from '#shared/contracts/status/status.contract.ts'
import { type IncidentsTexts, incidentsTexts } from '#shared/texts/operator/incidents-texts.ts'
import { operatorTexts } from '#shared/texts/operator/operator-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { type Form, useForm } from '#web/kit/forms/use-form.ts'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { useDeskAct } from '#web/operator/desk-lists.ts'

type Values = {
  impact: IncidentImpact
  stage: IncidentStage
  affected: StatusComponent[]
  titleVi: string
  textVi: string
  titleEn: string
  textEn: string
  notify: boolean
}

type Props = { components: ComponentBudget[]; incident?: DeskIncident | undefined; onClose(): void }

/** Opens an incident, or adds an update to `incident`. */
export function IncidentDialog({ components, incident, onClose }: Props) {
  const texts = useTexts(incidentsTexts)
  const common = useTexts(operatorTexts)
  const run = useDeskAct()
  // Made once per dialog, so that repeated presses publish once.
  const [ids] = useState(() => ({ id: crypto.randomUUID(), update_id: crypto.randomUUID() }))
  const form = useForm<Values>({
    start: {
      impact: 'degraded',
      stage: 'identified',
      affected: components.filter(({ works }) => works === false).map(({ name }) => name),
      titleVi: '',
      textVi: '',
      titleEn: '',
      textEn: '',
      notify: true,
    },
    check: values => ({
      ...Object.fromEntries(
        (incident ? (['textVi', 'textEn'] as const) : (['titleVi', 'textVi', 'titleEn', 'textEn'] as const))
          .filter(name => values[name].trim() === '')
          .map(name => [name, texts.required]),
      ),
      lacks: !incident && values.affected.length === 0 ? texts.affectedNeeded : undefined,
    }),
    async save({ impact, stage, affected, titleVi, textVi, titleEn, textEn, notify }) {
      if (incident)
        await run('POST /api/v1/operator/incidents/:id/updates', {
          params: { id: incident.id },
          body: { update_id: ids.update_id, stage, vi: { text: textVi }, en: { text: textEn }, notify },
        })
      else {
        const words = { vi: { title: titleVi, text: textVi }, en: { title: titleEn, text: textEn } }
        await run('POST /api/v1/operator/incidents', {
          body: { ...ids, components: affected, impact, ...words, notify },
        })
      }
      showToast(texts.published)
      onClose()
    },
    once: true,
  })

  return (
    <FormDialog
      form={form}
      title={incident ? texts.updateTitle : texts.openTitle}
      className="stack op-form"
      cancel={common.cancel}
      save={texts.publish}
      busyText={common.working}
      onClose={onClose}
    >
      {incident ? (
        <SelectField
          label={texts.stage}
          options={incidentStages.map(value => ({ value, text: texts[value === 'resolved' ? 'resolve' : value] }))}
          {...form.choice('stage')}
        />
      ) : (
        <What texts={texts} form={form} components={components} />
      )}
      {!incident && (
        <Field label={texts.titleVi} lang="vi" maxLength={120} autoComplete="off" {...form.field('titleVi')} />
      )}
      <TextareaField label={texts.textVi} lang="vi" rows={3} maxLength={1000} {...form.field('textVi')} />
      {!incident && (
        <Field label={texts.titleEn} lang="en" maxLength={120} autoComplete="off" {...form.field('titleEn')} />
      )}
      <TextareaField label={texts.textEn} lang="en" rows={3} maxLength={1000} {...form.field('textEn')} />
      <label className="row op-check">
        <input
          className="choice-mark"
          type="checkbox"
          checked={form.values.notify}
          onChange={event => form.set({ notify: event.target.checked })}
        />
        <span>
          {texts.notify}
          <small className="muted op-check-hint">{texts.notifyHint}</small>
        </span>
      </label>
    </FormDialog>
  )
}

function What({
  texts,
  form,
  components,
}: {
  texts: IncidentsTexts
  form: Form<Values>
  components: ComponentBudget[]
}) {
  const { affected } = form.values
  return (
    <>
      <SelectField
        label={texts.impact}
        options={incidentImpacts.map(value => ({ value, text: texts[value] }))}
        {...form.choice('impact')}
      />
      <fieldset className="stack">
        <legend className="muted op-hint">{texts.affected}</legend>
        {components.map(({ name }) => (
          <label key={name} className="row op-check">
            <input
              className="choice-mark"
              type="checkbox"
              checked={affected.includes(name)}
              onChange={event =>
                form.set({
                  affected: event.target.checked ? [...affected, name] : affected.filter(one => one !== name),
                })
              }
            />
            {texts[name]}
          </label>
        ))}
      </fieldset>
    </>
  )
}
