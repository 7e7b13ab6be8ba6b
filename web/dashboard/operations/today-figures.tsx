import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { useWaitingConversations } from '#web/parts/waiting-conversations.ts'
import { useToday } from './today.ts'

/** What happened since midnight, and who waits now. */
export function TodayFigures() {
  const texts = useTexts(dashboardTexts)
  const { language } = useLanguage()
  const today = useToday()
  const waiting = useWaitingConversations()
  const number = new Intl.NumberFormat(language === 'vi' ? 'vi-VN' : 'en-GB')
  if (today.isError && !today.data)
    return <LoadFailed title={texts.numbersFailed} error={today.error} retry={() => void today.refetch()} />
  const figures = [
    { name: texts.todayConversations, value: today.data?.conversations },
    { name: texts.todayAnswers, value: today.data?.answers },
    { name: texts.todayHandovers, value: today.data?.handovers },
    { name: texts.todayUnanswered, value: today.data?.unanswered },
    { name: texts.waitingNow, value: waiting.status === 'ready' ? waiting.rows.length : undefined },
  ]
  return (
    <dl className="figures today-figures">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value === undefined ? (
              <span className="flex h-9 items-center">
                <Skeleton width={48} height={18} />
              </span>
            ) : (
              number.format(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
