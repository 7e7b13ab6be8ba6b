import type { ImportColumn } from '#shared/contracts/customers/imports.contract.ts'
import { customerListsTexts } from '#shared/texts/customers/customer-lists-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Channel } from '#web/data/wire-rows.ts'
import { TextareaField } from '#web/kit/forms/textarea-field.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { ConsentWordsLink } from '../consent-words-link.tsx'

/** `words`: undefined unless typed, so that the shop's own may arrive later. */
export type Agreed = { channel_id: string; purpose: 'promotion' | 'care'; how: string; words: string | undefined }

export function AgreedForm({
  zalo,
  agreed,
  words,
  hasColumn,
  onChange,
}: {
  zalo: Channel[]
  agreed: Agreed | null
  words: string
  hasColumn(column: ImportColumn): boolean
  onChange(next: Agreed | null): void
}) {
  const texts = useTexts(customerListsTexts)
  const begin = (purpose: Agreed['purpose']): Agreed => ({
    ...{ channel_id: agreed?.channel_id ?? '', purpose, how: agreed?.how ?? '' },
    words: undefined,
  })
  const change = (next: Partial<Agreed>) => agreed && onChange({ ...agreed, ...next })
  return (
    <fieldset className="stack gap-3 list-agreed">
      <legend>{texts.agreedTitle}</legend>
      <p className="soft">{texts.agreedText}</p>
      <label className="row gap-3 list-check">
        <input type="radio" name="agreed" className="check" checked={!agreed} onChange={() => onChange(null)} />
        {texts.agreedNo}
      </label>
      <label className="row gap-3 list-check">
        <input
          type="radio"
          name="agreed"
          className="check"
          checked={agreed !== null}
          disabled={zalo.length === 0}
          onChange={() => onChange(begin('promotion'))}
        />
        {texts.agreedYes}
      </label>
      {zalo.length === 0 && <p className="soft">{texts.agreedNoZalo}</p>}
      {agreed && (
        <div className="stack gap-4">
          {zalo.length > 1 && (
            <SelectField
              label={texts.account}
              value={agreed.channel_id || zalo[0]?.id || ''}
              options={zalo.map(channel => ({ value: channel.id, text: channel.name }))}
              onChoose={id => change({ channel_id: id })}
            />
          )}
          <SelectField
            label={texts.purpose}
            value={agreed.purpose}
            options={(['promotion', 'care'] as const).map(value => ({ value, text: texts[value] }))}
            onChoose={purpose => onChange(begin(purpose))}
          />
          {!hasColumn('consent_how') && (
            <Field
              label={texts.how}
              hint={texts.howHint}
              value={agreed.how}
              maxLength={500}
              onValue={how => change({ how })}
            />
          )}
          {!hasColumn('consent_words') && (
            <TextareaField
              label={texts.words}
              hint={texts.wordsHint}
              value={words}
              maxLength={1000}
              onValue={typed => change({ words: typed })}
            />
          )}
          <ConsentWordsLink />
        </div>
      )}
    </fieldset>
  )
}
