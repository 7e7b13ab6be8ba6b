import { useState } from 'react'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { useConsentTexts } from '#web/parts/customers/consent-texts.ts'
import { ConsentWordsLink } from '../consent-words-link.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { Refusal } from './refusal.tsx'
import type { Card } from './read-card.ts'
import { useCardAction } from './use-card-action.ts'
import { wordsToAsk } from './words-to-ask.ts'

export function AskConsentDialog({ card, onClose }: { card: Card; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const reasons = useTexts(campaignScreensTexts)
  const { rows: channels } = useChannels()
  const own = channels.filter(channel => card.contacts.some(contact => contact.channel_id === channel.id))
  const [chosen, setChannelId] = useState('')
  const channelId = chosen || (own[0]?.id ?? '')
  const { data: stored } = useConsentTexts()
  const { workspace } = useCurrentWorkspace()
  const words = wordsToAsk(stored ?? [], card, channelId, workspace.language)
  const { busy, error, act } = useCardAction()
  const ask = () =>
    act(async () => {
      try {
        await call('POST /api/v1/customers/:id/ask', {
          params: { id: card.customer.id },
          body: { channel_id: channelId },
        })
      } catch (failed) {
        const reason = failed instanceof ApiError ? failed.details['reason'] : undefined
        if (!(failed instanceof ApiError) || typeof reason !== 'string' || !(reason in reasons)) throw failed
        const words = fill(texts.askRefused, { reason: reasons[reason as keyof typeof reasons] })
        throw new ApiError(failed.code, words, failed.status)
      }
      showToast(texts.asked)
      onClose()
    })
  return (
    <Dialog
      open
      title={texts.askTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" busy={busy} disabled={!words || !channelId} onClick={ask}>
            {texts.askNow}
          </Button>
        </>
      }
    >
      <div className="card-form">
        <p className="soft">{texts.askText}</p>
        {own.length > 1 && (
          <SelectField
            label={texts.onChannel}
            value={channelId ?? ''}
            options={own.map(({ id, name }) => ({ value: id, text: name }))}
            onChoose={setChannelId}
          />
        )}
        {words ? <q>{words}</q> : <p>{texts.askNoWords}</p>}
        <ConsentWordsLink />
        <Refusal error={error} />
      </div>
    </Dialog>
  )
}
