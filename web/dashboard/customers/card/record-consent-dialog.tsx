import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { FormDialog } from '#web/kit/overlays/form-dialog.tsx'
import { refusedOf, useForm } from '#web/kit/forms/use-form.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { showToast } from '#web/kit/feedback/toast.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { newClientId } from '#widget/new-id.ts'
import { type Card, channelsOf, useCardChanged } from './read-card.ts'
import { useConsentTexts, wordsFor } from '#web/parts/customers/consent-texts.ts'
import { ConsentWordsLink } from '../consent-words-link.tsx'
import { Refusal } from './refusal.tsx'

type Consent = {
  act: 'given' | 'withdrawn'
  purpose: 'promotion' | 'care'
  channelId: string
  /** Undefined: the shop's own words, until changed. */
  words: string | undefined
  proof: string
}

export function RecordConsentDialog({ card, onClose }: { card: Card; onClose(): void }) {
  const texts = useTexts(customerCardTexts)
  const { rows: channels } = useChannels()
  const theirs = channelsOf(card)
  const own = channels.filter(channel => theirs.has(channel.id))
  const { data: stored } = useConsentTexts()
  const { language } = useLanguage()
  const [factId] = useState(newClientId)
  const changed = useCardChanged()
  const form = useForm<Consent>({
    start: { act: 'given', purpose: 'promotion', channelId: '', words: undefined, proof: '' },
    async save({ act, purpose, proof }) {
      const fact = { client_id: factId, channel_id: channelId, purpose, act, words, proof }
      await call('POST /api/v1/customers/:id/consents', { params: { id: card.customer.id }, body: fact })
      showToast(texts.noted)
      onClose()
      await changed()
    },
    fieldOf: refusedOf('proof', 'words'),
    once: true,
  })
  const { act: choice, purpose, words: typed } = form.values
  const channelId = form.values.channelId || (own[0]?.id ?? '')
  const words = typed ?? wordsFor(stored, purpose, card.customer.language ?? language)
  return (
    <FormDialog
      form={form}
      className="card-form"
      ownProblem
      title={texts.noteConsentTitle}
      cancel={texts.cancel}
      save={texts.save}
      onClose={onClose}
    >
      <p className="soft">{texts.noteConsentText}</p>
      <SelectField
        label={texts.said}
        options={[
          { value: 'given', text: texts.saidGiven },
          { value: 'withdrawn', text: texts.saidWithdrawn },
        ]}
        {...form.choice('act')}
      />
      <SelectField
        label={texts.ofWhat}
        options={[
          { value: 'promotion', text: texts.promotion },
          { value: 'care', text: texts.care },
        ]}
        {...form.choice('purpose')}
      />
      {own.length > 1 && (
        <SelectField
          label={texts.onChannel}
          value={channelId}
          options={own.map(channel => ({ value: channel.id, text: channel.name }))}
          onChoose={id => form.set({ channelId: id })}
        />
      )}
      {choice === 'given' && (
        <TextareaField
          label={texts.words}
          hint={texts.wordsHint}
          maxLength={1000}
          rows={2}
          {...form.field('words')}
          value={words}
        />
      )}
      {choice === 'given' && <ConsentWordsLink />}
      <Field label={texts.proof} hint={texts.proofHint} maxLength={500} {...form.field('proof')} />
      <Refusal error={form.problem} />
    </FormDialog>
  )
}
