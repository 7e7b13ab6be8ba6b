import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { useMoment } from '#web/parts/time/shop-times.ts'
import { PaidSwitch } from '#web/dashboard/campaigns/paid-switch.tsx'
import { draftWithWays, waysOfDraft } from './paid-draft.ts'
import { atShop, shopHour } from './shop-hour.ts'
import type { useDraft } from './use-draft.ts'

const hourMs = 3_600_000

export function WhenStep({ writing: { draft, change } }: { writing: ReturnType<typeof useDraft> }) {
  const texts = useTexts(campaignScreensTexts)
  const { workspace } = useCurrentWorkspace()
  const now = useMoment()
  const zone = workspace.time_zone
  const later = () => {
    const hour = new Date(Math.ceil((now.getTime() + hourMs / 2) / hourMs) * hourMs)
    change({ start_at: hour.toISOString() })
  }
  return (
    <section className="campaign-step" aria-labelledby="campaign-when">
      <h2 id="campaign-when">{texts.whenTitle}</h2>
      <SegmentedControl
        label={texts.whenTitle}
        value={draft.start_at ? 'later' : 'now'}
        options={[
          { value: 'now', text: texts.now },
          { value: 'later', text: texts.later },
        ]}
        onChoose={choice => (choice === 'now' ? change({ start_at: null }) : later())}
      />
      {draft.start_at && (
        <Field
          type="datetime-local"
          label={texts.day}
          value={shopHour(new Date(draft.start_at), zone)}
          min={shopHour(now, zone)}
          onValue={written => {
            const at = atShop(written, zone)
            if (at) change({ start_at: at.toISOString() })
          }}
        />
      )}
      <ul className="campaign-facts">
        {draft.purpose === 'promotion' && <Rule icon="moon" text={texts.quietHours} />}
        <Rule icon="gauge" text={texts.slowly} />
        <Rule icon="clock" text={texts.within} />
      </ul>
      <div className="campaign-choice">
        <h3 id="campaign-reply">{texts.onReply}</h3>
        <SegmentedControl
          label={texts.onReply}
          value={draft.on_reply === 'team' ? 'team' : 'bot'}
          options={[
            { value: 'bot', text: texts.replyBot },
            { value: 'team', text: texts.replyTeam },
          ]}
          onChoose={chosen => change({ on_reply: chosen })}
        />
        <p className="hint">{draft.on_reply === 'team' ? texts.replyTeamHint : texts.replyBotHint}</p>
      </div>
      {draft.purpose !== 'promotion' && !draft.content.template && (
        <PaidSwitch on={waysOfDraft(draft).zalo} onSwitch={zalo => change(draftWithWays(draft, { zalo }))} />
      )}
    </section>
  )
}

function Rule({ icon, text }: { icon: 'moon' | 'gauge' | 'clock'; text: string }) {
  return (
    <li>
      <Icon name={icon} size="sm" />
      <span>{text}</span>
    </li>
  )
}
