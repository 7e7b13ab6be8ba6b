import { useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { CampaignLayout } from '#web/dashboard/campaigns/campaign-layout.tsx'
import { CheckPanel } from './check-panel.tsx'
import { type Campaign, keyOf, useGroups } from '#web/dashboard/campaigns/read-campaigns.ts'
import { TextStep } from './text-step.tsx'
import { useDraft } from './use-draft.ts'
import { WhenStep } from './when-step.tsx'

type Writing = ReturnType<typeof useDraft>

export function ComposePage({ campaign, onStarted }: { campaign: Campaign; onStarted: () => void }) {
  const texts = useTexts(campaignScreensTexts)
  const times = useTimes()
  const writing = useDraft(campaign)
  const { draft, state, unsavedText } = writing
  const stateTexts = {
    saving: texts.saving,
    unsaved: unsavedText,
    saved: fill(texts.saved, { time: times.clock(campaign.changed_at) }),
  }
  return (
    <CampaignLayout
      title={draft.name.trim() || texts.nameless}
      aside={
        <span className="hint campaign-saved" role="status">
          {stateTexts[state]}
        </span>
      }
    >
      <div className="campaign-compose">
        <div className="campaign-steps">
          <WhoStep writing={writing} />
          <TextStep writing={writing} />
          <WhenStep writing={writing} />
          <RemoveDraft id={campaign.id} />
        </div>
        <CheckPanel campaign={campaign} writing={writing} onStarted={onStarted} />
      </div>
    </CampaignLayout>
  )
}

function WhoStep({ writing: { draft, change } }: { writing: Writing }) {
  const texts = useTexts(campaignScreensTexts)
  const groups = useGroups().data ?? []
  const chosen = keyOf(draft.audience)
  const options = [
    { value: '', text: texts.everyone },
    ...groups.map(({ key, kind, name }) => ({ value: key, text: fill(texts[kind], { name }) })),
    ...(chosen && !groups.some(({ key }) => key === chosen)
      ? [{ value: chosen, text: draft.audience.is === 'rest' ? texts.restOf : texts.groupGone }]
      : []),
  ]
  return (
    <section className="campaign-step" aria-labelledby="campaign-who">
      <h2 id="campaign-who">{texts.whoTitle}</h2>
      <Field
        label={texts.name}
        hint={texts.nameHint}
        value={draft.name}
        maxLength={100}
        onValue={name => change({ name })}
      />
      <SelectField
        label={texts.audience}
        value={chosen}
        options={options}
        onChoose={key => change({ audience: groups.find(group => group.key === key)?.audience ?? { is: 'everyone' } })}
      />
      <p className="hint">{texts.whoHint}</p>
    </section>
  )
}

function RemoveDraft({ id }: { id: string }) {
  const texts = useTexts(campaignScreensTexts)
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  return (
    <div>
      <Button look="danger-quiet" onClick={() => setAsks(true)}>
        {texts.remove}
      </Button>
      {asks && (
        <ConfirmDialog
          title={texts.removeTitle}
          keep={texts.keep}
          act={texts.remove}
          run={async () => {
            await call('DELETE /api/v1/broadcasts/:id', { params: { id } })
            void navigate(addresses.campaigns)
          }}
          onClose={() => setAsks(false)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </div>
  )
}
