import { Link } from 'react-router'
import { lineName } from '#shared/rules/text/line-name.ts'
import { traceTexts } from '#shared/texts/bot/trace-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { PlacedCitation } from '#shared/contracts/bot/bot.results.ts'
import { fill } from '#web/parts/language/texts.ts'

/** One sentence: which line of which document the answer went by. */
export function RestsOn({ citations }: { citations: PlacedCitation[] }) {
  const texts = useTexts(traceTexts)
  const [first] = citations
  if (!first) return null
  const places = new Set(citations.map(({ passage_id, start }) => `${passage_id} ${start}`)).size
  const title = first.title + (places > 1 ? fill(texts.andOthers, { count: places - 1 }) : '')
  const words = typeof first.page === 'number' ? fill(texts.restsPage, { page: first.page }) : texts.rests
  const [before, after] = fill(words, { title, line: '\n' }).split('\n')
  return (
    <>
      {before}
      <Link className="rests-on" to={`/dashboard/training/${first.source_id}?row=${first.passage_id}.${first.start}`}>
        <mark>{lineName(first.quote)}</mark>
      </Link>
      {after}.
    </>
  )
}
