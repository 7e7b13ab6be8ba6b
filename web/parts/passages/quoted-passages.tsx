import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { answersTexts } from '#shared/texts/bot/answers-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { Icon } from '#web/kit/icons/icon.tsx'
import type { PlacedCitation } from '#shared/contracts/bot/bot.results.ts'
import { excerptsOf, partByTables } from '../answers/citations.ts'
import { PassageText } from './passage-text.tsx'
import { fill } from '#web/parts/language/texts.ts'
import './quoted-passages.css'

export function QuotedPassages({ citations }: { citations: PlacedCitation[] }) {
  const texts = useTexts(answersTexts)
  const ids = [...new Set(citations.map(citation => citation.passage_id))]
  const { data: passages } = useQuery({
    queryKey: ['passages', ids],
    enabled: ids.length > 0,
    queryFn: () => readRows('passages', query => query.in('id', ids)),
  })
  const { tables, inWords } = partByTables(citations, passages ?? [])
  const places = [
    ...new Map(citations.map(citation => [`${citation.source_id} ${citation.page ?? ''}`, citation])).values(),
  ]
  return (
    <div className="stack quoted">
      {tables.map(({ id, text, cited }) => (
        <PassageText key={id} text={text} cited={cited} onlyCited />
      ))}
      {excerptsOf(inWords, passages ?? []).map(({ key, parts }) => (
        <blockquote key={key} className="quote">
          “
          {parts.map(({ text, cited }, index) =>
            cited ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
          )}
          ”
        </blockquote>
      ))}
      <p className="quoted-places">
        <Icon name="file-text" size="sm" />
        <span>
          {places.map((place, index) => (
            <span key={`${place.source_id} ${place.page ?? ''}`}>
              {index > 0 && ' · '}
              <Link className="link" to={`/dashboard/training/${place.source_id}`}>
                {place.title}
              </Link>
              {typeof place.page === 'number' && `, ${fill(texts.page, { page: place.page })}`}
            </span>
          ))}
        </span>
      </p>
    </div>
  )
}
