import type { OfferedPages } from '#shared/contracts/channels/facebook.contract.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'

/** Leaves the ad account as it is; `none` removes it; otherwise the id of one. */
export const unchanged = ''
const none = 'none'

export function AdAccountChoice({
  accounts,
  chosen,
  onChosen,
}: {
  accounts: OfferedPages['ad_accounts']
  chosen: string
  onChosen(id: string): void
}) {
  const texts = useTexts(channelScreensTexts)
  if (accounts.length === 0) return null
  const usable = accounts.filter(({ reason }) => reason === null)
  return (
    <div className="mt-3">
      <SelectField
        label={texts.adAccount}
        value={chosen}
        options={[
          { value: unchanged, text: texts.adAccountUnchanged },
          { value: none, text: texts.adAccountNone },
          ...usable.map(({ id, name }) => ({ value: id, text: name })),
        ]}
        onChoose={onChosen}
      />
      <p className="hint">{texts.adAccountHint}</p>
      {accounts.map(
        ({ id, name, reason }) =>
          reason && (
            <p key={id} className="hint">
              {fill(reason === 'currency' ? texts.adAccountCurrency : texts.adAccountInactive, { name })}
            </p>
          ),
      )}
    </div>
  )
}

export function adAccountOf(chosen: string): { ad_account_id?: string | null } {
  if (chosen === unchanged) return {}
  return { ad_account_id: chosen === none ? null : chosen }
}
