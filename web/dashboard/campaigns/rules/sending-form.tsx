import type { CampaignRules } from '#shared/contracts/campaigns/campaign-rules.contract.ts'
import { hoursRefused } from '#shared/rules/campaigns/campaign-rules.ts'
import { wholeText } from '#shared/rules/campaigns/campaign-text.ts'
import { campaignRulesTexts } from '#shared/texts/campaigns/campaign-rules-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { useForm, type Wrong } from '#web/kit/forms/use-form.ts'
import { Switch } from '#web/kit/forms/switch.tsx'
import type { ConsentText } from '#web/parts/customers/consent-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import { useSaveRules } from './read-rules.ts'

const counts = [
  ['promotion_per_day', 'perDay', 'perDayHint', 3],
  ['promotion_per_month', 'perMonth', 'perMonthHint', 30],
  ['care_per_day', 'carePerDay', 'perDayHint', 3],
] as const

/** In đồng; null: empty. */
function moneyIn(typed: string): number | null {
  return typed.trim() === '' ? null : Math.min(1_000_000_000, Math.max(0, Math.round(Number(typed) || 0)))
}

export function SendingForm({ rules, words }: { rules: CampaignRules; words: ConsentText[] }) {
  const texts = useTexts(campaignRulesTexts)
  const { language } = useLanguage()
  const { workspace, role } = useCurrentWorkspace()
  const save = useSaveRules()
  const wrongIn = (typed: CampaignRules): Wrong<CampaignRules> => {
    const field = hoursRefused(typed)
    return field ? { [field]: texts.hoursWrong } : {}
  }
  const form = useForm<CampaignRules>({ start: rules, follows: true, check: wrongIn, save })
  const { values: draft, set: change } = form
  const wrong = wrongIn(draft)
  const promise = words.find(one => one.purpose === 'promotion')

  return (
    <form {...form.props} className="stack gap-4">
      <fieldset className="choices page-column" disabled={role !== 'admin'}>
        <section className="panel panel-body stack gap-4" aria-label={texts.times}>
          <h2>{texts.times}</h2>
          <div className="consent-pair">
            <Field
              label={texts.from}
              type="time"
              value={draft.from}
              hint={texts.hoursHint}
              error={wrong.from}
              onValue={from => change({ from: from || draft.from })}
            />
            <Field
              label={texts.until}
              type="time"
              value={draft.until}
              error={wrong.until}
              onValue={until => change({ until: until || draft.until })}
            />
          </div>
          <div className="consent-pair">
            {counts.map(([name, label, hint, max]) => (
              <Field
                key={name}
                label={texts[label]}
                hint={texts[hint]}
                type="number"
                inputMode="numeric"
                min={1}
                max={max}
                value={String(draft[name])}
                onValue={typed => change({ [name]: Math.min(max, Math.max(1, Math.round(Number(typed) || 1))) })}
              />
            ))}
          </div>
          <Field
            label={texts.money}
            hint={texts.moneyHint}
            type="number"
            inputMode="numeric"
            min={0}
            max={1_000_000_000}
            value={draft.money_per_month === null ? '' : String(draft.money_per_month)}
            onValue={typed => change({ money_per_month: moneyIn(typed) })}
          />
          {promise && (
            <p className="soft">
              {fill(texts.promised, { often: fill(texts.often, { max: promise.max_messages, days: promise.in_days }) })}
            </p>
          )}
        </section>
        <section className="panel panel-body stack gap-4" aria-label={texts.face}>
          <h2>{texts.face}</h2>
          <Field
            label={texts.sender}
            hint={fill(texts.senderHint, { shop: workspace.name })}
            value={draft.sender}
            maxLength={60}
            onValue={sender => change({ sender })}
          />
          <div className="row gap-3">
            <div className="fill">
              <p>{texts.label}</p>
              <p className="soft">{texts.labelHint}</p>
            </div>
            <Switch
              on={draft.label}
              label={texts.label}
              disabled={role !== 'admin'}
              onSwitch={label => change({ label })}
            />
          </div>
          {!draft.label && <Notice tone="warning">{texts.labelOff}</Notice>}
          <figure className="rules-sample">
            <figcaption className="soft">{texts.preview}</figcaption>
            <p>
              {wholeText(texts.sample, {
                ...{ purpose: 'promotion', language, label: draft.label },
                shop: draft.sender.trim() || workspace.name,
              })}
            </p>
          </figure>
        </section>
      </fieldset>
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      {role === 'admin' && (
        <p>
          <Button look="filled" type="submit" busy={form.busy}>
            {texts.save}
          </Button>
        </p>
      )}
    </form>
  )
}
