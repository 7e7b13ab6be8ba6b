import type { Brief, NightHour } from '#shared/contracts/brief.results.ts'
import { type BriefTexts, briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import type { Language } from '#shared/words.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { type Times, useTimes } from '#web/parts/time/shop-times.ts'
import { counted, fill } from '#web/parts/language/texts.ts'
import { fillElements } from './fill-elements.tsx'

export function OvernightCard({ brief }: { brief: Brief }) {
  const texts = useTexts(briefTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { night, began } = brief
  const total = sumOf(night.hours)
  const fresh = began === null || Date.parse(began) >= Date.parse(night.running ? night.from : night.to)
  if (fresh) return <FirstNight began={began} times={times} />
  const hours = { from: times.clock(night.from), to: times.clock(night.to) }
  const still = total.answered + total.handed_over + total.unanswered === 0
  return (
    <section className="night" aria-label={fill(night.running ? texts.tonight : texts.night, hours)}>
      <p className="night-when num">
        <Icon name="moon" />
        {fill(night.running ? texts.tonight : texts.night, hours)}
      </p>
      <h3>{still ? texts.nightStill : nightSentence(texts, language, total)}</h3>
      {!still && <Hours hours={night.hours} to={night.to} times={times} />}
    </section>
  )
}

type Counts = Omit<NightHour, 'at'>

function sumOf(hours: readonly NightHour[]): Counts {
  const sum = (count: (hour: NightHour) => number) => hours.reduce((total, hour) => total + count(hour), 0)
  return {
    answered: sum(hour => hour.answered),
    handed_over: sum(hour => hour.handed_over),
    unanswered: sum(hour => hour.unanswered),
  }
}

function nightSentence(texts: BriefTexts, language: Language, total: Counts) {
  const sentence =
    total.handed_over > 0
      ? total.unanswered > 0
        ? texts.nightAnswered
        : texts.nightCalled
      : total.unanswered > 0
        ? texts.nightUnknown
        : texts.nightWell
  return fillElements(sentence, {
    answers: (
      <span className="night-answers">{counted(language, total.answered, texts.answersOne, texts.answers)}</span>
    ),
    calls: <span className="night-calls">{counted(language, total.handed_over, texts.callsOne, texts.calls)}</span>,
    questions: (
      <span className="night-questions">
        {counted(language, total.unanswered, texts.questionsOne, texts.questions)}
      </span>
    ),
  })
}

function FirstNight({ began, times }: { began: string | null; times: Times }) {
  const texts = useTexts(briefTexts)
  return (
    <section className="night" aria-label={texts.newNight}>
      <p className="night-when num">
        <Icon name="sun" />
        {began ? fill(texts.newBegan, { time: times.clock(began) }) : texts.newSince}
      </p>
      <h3>{fillElements(texts.newTitle, { night: <span className="night-answers">{texts.newNight}</span> })}</h3>
      <p className="night-key">{texts.newText}</p>
    </section>
  )
}

function Hours({ hours, to, times }: { hours: NightHour[]; to: string; times: Times }) {
  const texts = useTexts(briefTexts)
  const { language } = useLanguage()
  const max = Math.max(1, ...hours.map(({ answered }) => answered))
  const busyHours = hours
    .filter(hour => hour.answered + hour.handed_over + hour.unanswered > 0)
    .map(hour =>
      [
        times.clock(hour.at),
        fill(texts.hourAnswers, { count: hour.answered }),
        ...(hour.handed_over ? [fill(texts.hourCalls, { count: hour.handed_over })] : []),
        ...(hour.unanswered ? [fill(texts.hourQuestions, { count: hour.unanswered })] : []),
      ].join(', '),
    )
  return (
    <>
      <div className="night-hours" role="img" aria-label={busyHours.join('; ')}>
        {hours.map(hour => {
          const height = (hour.answered / max) * 100
          const words = counted(language, hour.answered, texts.answersOne, texts.answers)
          return (
            <span key={hour.at} title={`${times.clock(hour.at)}: ${words}`}>
              <i style={{ height: `${height}%` }} />
              {hour.handed_over > 0 && <b style={{ bottom: `calc(${height}% + 5px)` }} />}
              {hour.unanswered > 0 && (
                <b
                  className="night-drop-question"
                  style={{ bottom: `calc(${height}% + ${hour.handed_over > 0 ? 20 : 5}px)` }}
                />
              )}
            </span>
          )
        })}
      </div>
      <p className="night-axis num" aria-hidden="true">
        <span>{times.clock(hours[0]?.at ?? to)}</span>
        <span>{times.clock(hours[3]?.at ?? to)}</span>
        <span>{times.clock(hours[6]?.at ?? to)}</span>
        <span>{times.clock(to)}</span>
      </p>
      <p className="night-key" aria-hidden="true">
        <span>
          <i />
          {texts.answersKey}
        </span>
        <span>
          <i className="night-key-call" />
          {texts.callsKey}
        </span>
        <span>
          <i className="night-key-question" />
          {texts.questionsKey}
        </span>
      </p>
    </>
  )
}
