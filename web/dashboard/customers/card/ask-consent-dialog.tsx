import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { ApiError, call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useForm } from '#web/kit/forms/use-form.ts'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { useConsentTexts } from '#web/parts/customers/consent-texts.ts'
import { ConsentWordsLink } from '../consent-words-link.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { Refusal } from './refusal.tsx'
import { type Card, useCardChanged } from './read-card.ts'
import { wordsToAsk } from './words-to-ask.ts'

export function AskConsentDialog({ card, onClose }: { card: Card; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const reasons = useTexts(campaignScreensTexts)
  const { rows: channels } = useChannels()
  const own = channels.filter(channel => card.contacts.some(contact => contact.channel_id === channel.id))
  const { data: stored } = useConsentTexts()
  const { workspace } = useCurrentWorkspace()
  const changed = useCardChanged()
  const form = useForm({
    start: { channelId: '' },
    async save() {
      await call('POST /api/v1/customers/:id/ask', {
        params: { id: card.customer.id },
        body: { channel_id: channelId },
      })
      showToast(texts.asked)
      onClose()
      await changed()
    },
    wordsOf(error) {
      const reason = error instanceof ApiError ? error.details['reason'] : undefined
      return typeof reason === 'string' && reason in reasons
        ? fill(texts.askRefused, { reason: reasons[reason as keyof typeof reasons] })
        : messageOf(error)
    },
  })
  const channelId = form.values.channelId || (own[0]?.id ?? '')
  const words = wordsToAsk(stored ?? [], card, channelId, workspace.language)
  return (
    <FormDialog
      form={form}
      className="card-form"
      ownProblem
      title={texts.askTitle}
      cancel={texts.cancel}
      save={texts.askNow}
      disabled={!words || !channelId}
      onClose={onClose}
    >
      <p className="soft">{texts.askText}</p>
      {own.length > 1 && (
        <SelectField
          label={texts.onChannel}
          options={own.map(({ id, name }) => ({ value: id, text: name }))}
          {...form.choice('channelId')}
          value={channelId}
        />
      )}
      {words ? <q>{words}</q> : <p>{texts.askNoWords}</p>}
      <ConsentWordsLink />
      <Refusal error={form.problem} />
    </FormDialog>
  )
}
