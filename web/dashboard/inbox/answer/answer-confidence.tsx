import { answersTexts } from '#shared/texts/bot/answers-texts.ts'
import { traceTexts } from '#shared/texts/bot/trace-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { PetalMeter } from '#web/kit/petal-meter.tsx'
import { confidenceLevel, levelThresholds } from '#web/parts/answers/confidence-level.ts'
import { fill } from '#web/parts/language/texts.ts'

/** Shares of right answers: from `min`, below `most`. */
type Level = { count: number; min: number; max: number }

type Props = { confidence: number; threshold: number | undefined }

export function AnswerConfidence({ confidence, threshold }: Props) {
  const texts = useTexts(traceTexts)
  const answers = useTexts(answersTexts)
  const names = [answers.sure0, answers.sure1, answers.sure2, answers.sure3, answers.sure4, answers.sure5]
  const petals = Math.max(1, confidenceLevel(confidence))
  // A level in which the bot may answer or call is two rows, one on each side of the limit.
  const levels = [5, 4, 3, 2, 1].flatMap(count => {
    const [min, max] = [count === 1 ? 0 : (levelThresholds[count - 1] ?? 0), levelThresholds[count] ?? 1]
    const whole = { count, min, max }
    return threshold !== undefined && threshold > min && threshold < max
      ? [
          { ...whole, min: threshold },
          { ...whole, max: threshold },
        ]
      : [whole]
  })
  const isAbove = ({ min }: Level) => threshold === undefined || min >= threshold
  const isCurrent = ({ count, min, max }: Level) =>
    count === petals && (confidence >= min || min === 0) && (confidence < max || max === 1)
  const percent = (share: number) => Math.round(share * 100)
  const row = (level: Level) => {
    const { count, min, max } = level
    return (
      <li key={min} aria-current={isCurrent(level) ? 'true' : undefined}>
        <PetalMeter filled={count} width={40} />
        <b>{sentence(names[count] ?? '')}</b>
        <span className="num">
          {min === 0 ? fill(texts.rightBelow, { max: percent(max) }) : fill(texts.rightFrom, { min: percent(min) })}
        </span>
      </li>
    )
  }
  return (
    <aside className="panel panel-body answer-sureness" aria-label={texts.weighed}>
      <h2>{fill(texts.sureness, { words: sentence(names[petals] ?? ''), petals })}</h2>
      <p className="soft">{texts.surenessMeans}</p>
      <ol>
        {levels.filter(isAbove).map(row)}
        {threshold !== undefined && <li className="answer-limit">{fill(texts.limit, { min: percent(threshold) })}</li>}
        {levels.filter(level => !isAbove(level)).map(row)}
      </ol>
      {threshold !== undefined && <p className="muted answer-limit-is">{texts.limitIs}</p>}
    </aside>
  )
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
