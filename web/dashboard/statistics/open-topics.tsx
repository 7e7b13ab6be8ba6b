import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Statistics } from '#web/parts/workspace/use-statistics.ts'

export function OpenTopics({ topics }: { topics: Statistics['unanswered'] }) {
  const texts = useTexts(statisticsTexts)
  return (
    <section className="panel open-topics" aria-labelledby="open-topics">
      <div className="panel-head">
        <h2 id="open-topics" className="fill">
          {texts.unanswered}
        </h2>
        {topics.length > 0 && (
          <Link className={buttonClass('outline', 'sm')} to={`${addresses.training}?tab=unanswered`}>
            {texts.teach}
          </Link>
        )}
      </div>
      {topics.length === 0 ? (
        <p className="panel-body soft">{texts.unansweredNone}</p>
      ) : (
        <>
          <ol>
            {topics.map(({ id, question, count }) => (
              <li key={id}>
                <span>{question}</span>
                <span className="soft num">{fill(texts.asked, { count })}</span>
              </li>
            ))}
          </ol>
          <p className="hint panel-body">{texts.unansweredText}</p>
        </>
      )}
    </section>
  )
}
