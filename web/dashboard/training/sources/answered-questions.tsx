import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { SourceUse } from '#shared/contracts/bot/gate.results.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'

/** Each links to its answer. */
export function AnsweredQuestions({ questions }: { questions: readonly SourceUse[] }) {
  const times = useTimes()
  return (
    <ul>
      {questions.map(one => (
        <li key={one.answer_id}>
          <Link className="fill source-use" to={`${addresses.inbox}/answers/${one.answer_id}`}>
            {one.question}
          </Link>
          <span className="muted num">{times.dateAndClock(one.created_at)}</span>
        </li>
      ))}
    </ul>
  )
}
