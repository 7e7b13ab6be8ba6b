import { numberFormat } from '#shared/rules/text/number-format.ts'
import { abResult, minTried } from '#shared/rules/campaigns/ab-result.ts'
import { linksIn } from '#shared/rules/campaigns/campaign-links.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Campaign } from './read-campaigns.ts'

const nobody = { n: 0, answered: 0, clicked: 0 }

export function AbTestResult({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  if (!campaign.content.b) return null
  const { a = nobody, b = nobody } = campaign.counters.variants ?? {}
  const { difference, from, to, winner } = abResult(a, b)
  const points = (share: number) =>
    (share * 100).toLocaleString(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const choice = campaign.ab_choice
  const rate = (answered: number, n: number) =>
    n === 0 ? '–' : `${((answered / n) * 100).toLocaleString(language, { maximumFractionDigits: 1 })}%`
  return (
    <section className="panel" aria-label={texts.twoTexts}>
      <header className="panel-head">
        <h2>{winner ? texts[winner === 'a' ? 'betterA' : 'betterB'] : texts.cannotTell}</h2>
      </header>
      <div className="panel-body campaign-choice">
        {(
          [
            ['A', a],
            ['B', b],
          ] as const
        ).map(([name, { n, answered }]) => (
          <p key={name}>
            {fill(texts.ofText, {
              ...{ name, rate: rate(answered, n), answered: numberFormat(language).format(answered) },
              count: numberFormat(language).format(n),
            })}
          </p>
        ))}
        {a.n > 0 && b.n > 0 && (
          <p className="hint">
            {fill(texts.difference, { difference: points(difference), from: points(from), to: points(to) })}
          </p>
        )}
        {!winner && <p className="hint">{fill(texts.whyNot, { count: numberFormat(language).format(minTried) })}</p>}
        <Clicks campaign={campaign} rate={rate} />
        {choice && <p>{fill(texts.restGot, { name: choice.toUpperCase() })}</p>}
      </div>
    </section>
  )
}

/** Only if both texts have links. */
function Clicks({ campaign, rate }: { campaign: Campaign; rate: (followed: number, n: number) => string }) {
  const texts = useTexts(campaignScreensTexts)
  const { language } = useLanguage()
  const { links = [], variants } = campaign.counters
  const { texts: first, b: second } = campaign.content
  if (links.length === 0 || !second || ![first ?? {}, second.texts].every(haveLinks)) return null
  const [a, b] = [variants?.a ?? nobody, variants?.b ?? nobody]
  const followed = ({ n, clicked = 0 }: { n: number; clicked?: number }) => ({ n, answered: clicked })
  const { winner } = abResult(followed(a), followed(b))
  return (
    <>
      {(['a', 'b'] as const).map(name => {
        const { n, clicked = 0 } = name === 'a' ? a : b
        const words = {
          name: name.toUpperCase(),
          rate: rate(clicked, n),
          clicked: numberFormat(language).format(clicked),
        }
        return <p key={name}>{fill(texts.clicksOf, { ...words, count: numberFormat(language).format(n) })}</p>
      })}
      <p className="hint">{texts[winner === null ? 'clicksCannotTell' : winner === 'a' ? 'clicksA' : 'clicksB']}</p>
    </>
  )
}

function haveLinks(texts: Partial<Record<string, string>>): boolean {
  return Object.values(texts).some(text => linksIn(text ?? '').length > 0)
}
