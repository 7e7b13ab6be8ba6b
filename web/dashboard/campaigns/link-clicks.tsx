import { numberFormat } from '#shared/rules/text/number-format.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Campaign } from './read-campaigns.ts'

/** Nothing if no links are counted. */
export function LinkClicks({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const { links = [] } = campaign.counters
  if (links.length === 0) return null
  return (
    <section className="panel" aria-label={texts.links}>
      <header className="panel-head">
        <h2>{texts.links}</h2>
      </header>
      <div className="panel-body">
        <ul className="campaign-group">
          {links.map(({ target, n }) => (
            <li key={target}>
              <b className="num">{numberFormat(language).format(n)}</b>
              <span className="fill campaign-link">{shown(target)}</span>
            </li>
          ))}
        </ul>
        <p className="hint">{fill(texts.linksHint, { days: 3 })}</p>
      </div>
    </section>
  )
}

function shown(target: string): string {
  return decoded(target.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, ''))
}

function decoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
