import type { SiteTexts } from '#shared/texts/site/site-texts.ts'
import type { Language } from '#shared/words.ts'

/** Radio buttons with `:has`: they work without scripts, and without `:has` all prices are shown. */
export function PlanSwitches({ t, language }: { t: SiteTexts; language: Language }) {
  return (
    <div className="plan-switches">
      <fieldset className="switch-pair">
        <legend className="unseen">{t.payEvery}</legend>
        <label>
          <input type="radio" className="over-label" name="period" value="month" defaultChecked />
          {t.monthly}
        </label>
        <label>
          <input type="radio" className="over-label" name="period" value="year" />
          {t.yearly} <span className="saves">−15%</span>
        </label>
      </fieldset>
      <fieldset className="switch-pair">
        <legend className="unseen">{t.currency}</legend>
        <label>
          <input type="radio" className="over-label" name="currency" value="VND" defaultChecked={language === 'vi'} />
          {t.vnd}
        </label>
        <label>
          <input type="radio" className="over-label" name="currency" value="USD" defaultChecked={language === 'en'} />
          {t.usd}
        </label>
      </fieldset>
    </div>
  )
}
