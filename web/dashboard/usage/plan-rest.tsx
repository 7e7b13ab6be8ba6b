import { usageTexts } from '#shared/texts/billing/usage-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { MeterBar } from '#web/kit/meter-bar.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { type Meter, stateOf } from './counters.ts'

export function PlanRest({ meters, number }: { meters: Meter[]; number: Intl.NumberFormat }) {
  const texts = useTexts(usageTexts)
  return (
    <section className="panel" aria-labelledby="usage-rest">
      <div className="panel-head">
        <h2 id="usage-rest">{texts.left}</h2>
      </div>
      <div className="panel-body usage-meters num">
        {meters
          .filter(meter => meter.metric !== 'messages')
          .map(meter => (
            <div key={meter.metric}>
              <div className="usage-meter-words">
                <span id={`usage-${meter.metric}`}>{texts[meter.metric]}</span>
                <span>{wordsFor(meter, texts, number)}</span>
              </div>
              {meter.limit !== null && <Bar meter={meter} limit={meter.limit} words={wordsFor(meter, texts, number)} />}
              {meter.metric === 'documents' && <p className="hint">{texts.documentsText}</p>}
            </div>
          ))}
        <p className="soft usage-free">{texts.notCounted}</p>
      </div>
    </section>
  )
}

function wordsFor({ used, limit }: Meter, texts: ReturnType<typeof usageTexts>, number: Intl.NumberFormat): string {
  return limit === null
    ? fill(texts.unlimited, { used: number.format(used) })
    : fill(texts.ofLimit, { used: number.format(used), limit: number.format(limit) })
}

function Bar({ meter, limit, words }: { meter: Meter; limit: number; words: string }) {
  const share = limit === 0 ? 1 : Math.min(meter.used / limit, 1)
  return (
    <MeterBar
      share={share}
      role="meter"
      state={stateOf(meter)}
      aria-labelledby={`usage-${meter.metric}`}
      aria-valuenow={Math.min(meter.used, limit)}
      aria-valuemax={limit}
      aria-valuetext={words}
    />
  )
}
