import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { newClientId } from '#widget/new-id.ts'
import type { Card } from './read-card.ts'
import { useConsentTexts, wordsFor } from '#web/parts/customers/consent-texts.ts'
import { ConsentWordsLink } from '../consent-words-link.tsx'
import { Refusal } from './refusal.tsx'
import { useCardAction } from './use-card-action.ts'

export function RecordConsentDialog({ card, onClose }: { card: Card; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const { rows: channels } = useChannels()
  const own = channels.filter(channel => card.contacts.some(contact => contact.channel_id === channel.id))
  const [choice, setChoice] = useState<'given' | 'withdrawn'>('given')
  const [purpose, setPurpose] = useState<'promotion' | 'care'>('promotion')
  const [channelId, setChannelId] = useState('')
  const [typed, setWords] = useState<string>()
  const [proof, setProof] = useState('')
  const { data: stored } = useConsentTexts()
  const { language } = useLanguage()
  const words = typed ?? wordsFor(stored, purpose, card.customer.language ?? language)
  const [factId] = useState(newClientId)
  const { busy, error, act } = useCardAction()
  const note = () =>
    act(async () => {
      const fact = {
        client_id: factId,
        channel_id: channelId || (own[0]?.id ?? ''),
        purpose,
        act: choice,
        words,
        proof,
      }
      await call('POST /api/v1/customers/:id/consents', { params: { id: card.customer.id }, body: fact })
      showToast(texts.noted)
      onClose()
    })
  return (
    <Dialog
      open
      title={texts.noteConsentTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="filled" busy={busy} onClick={note}>
            {texts.save}
          </Button>
        </>
      }
    >
      <div className="card-form">
        <p className="soft">{texts.noteConsentText}</p>
        <SelectField
          label={texts.said}
          value={choice}
          options={[
            { value: 'given', text: texts.saidGiven },
            { value: 'withdrawn', text: texts.saidWithdrawn },
          ]}
          onChoose={setChoice}
        />
        <SelectField
          label={texts.ofWhat}
          value={purpose}
          options={[
            { value: 'promotion', text: texts.promotion },
            { value: 'care', text: texts.care },
          ]}
          onChoose={setPurpose}
        />
        {own.length > 1 && (
          <SelectField
            label={texts.onChannel}
            value={channelId || (own[0]?.id ?? '')}
            options={own.map(channel => ({ value: channel.id, text: channel.name }))}
            onChoose={setChannelId}
          />
        )}
        {choice === 'given' && (
          <TextareaField
            label={texts.words}
            hint={texts.wordsHint}
            value={words}
            onValue={setWords}
            maxLength={1000}
            rows={2}
          />
        )}
        {choice === 'given' && <ConsentWordsLink />}
        <Field label={texts.proof} hint={texts.proofHint} value={proof} onValue={setProof} maxLength={500} />
        <Refusal error={error} />
      </div>
    </Dialog>
  )
}
