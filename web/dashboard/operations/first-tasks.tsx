import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { Brief } from '#shared/contracts/brief.results.ts'
import { briefTexts } from '#shared/texts/dashboard/brief-texts.ts'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { useSession } from '#web/data/session/session.tsx'
import { useChannels } from '#web/parts/channels/channels.ts'
import { counted } from '#web/parts/language/texts.ts'
import { useWaitingConversations } from '#web/parts/conversations/waiting-conversations.ts'
import { useOpenIntents } from '#web/dashboard/inbox/intents/intent-rows.ts'
import { IntentTasks, maxIntents, MoreIntents } from './intent-tasks.tsx'
import { nameTask } from './name-task.ts'
import { botTasks, channelTasks, type Task } from './tasks.ts'
import { TaskLine } from './task-line.tsx'
import { MoreWaiting, WaitingTasks } from './waiting-tasks.tsx'

export function FirstTasks({ brief }: { brief: Brief | undefined }) {
  const texts = useTexts(briefTexts)
  const { language } = useLanguage()
  const { role, workspace } = useCurrentWorkspace()
  const waiting = useWaitingConversations()
  const channels = useChannels()
  const tasks: Task[] = [
    ...(channels.status === 'ready' ? channelTasks(texts, channels.rows, role === 'admin') : []),
    ...(role === 'admin' && workspace.kind === 'shop' ? nameTask(texts, workspace) : []),
    ...useCurrentTasks(),
    ...(brief ? botTasks(texts, language, brief) : []),
  ]
  const requests = useOpenIntents()
  const intents = requests.rows.toReversed()
  // One who waits for an answer to a request stands there once.
  const others = waiting.rows.filter(
    ({ id }) => !intents.slice(0, maxIntents).some(intent => intent.conversation_id === id),
  )
  const people = intents.length + others.length
  const count = tasks.length + people
  if (waiting.status !== 'ready' || requests.status === 'loading' || (!brief && count === 0)) return null
  if (count === 0) return <NothingToDo />
  return (
    <section className="first-tasks panel" data-person={people > 0 || undefined} aria-labelledby="first">
      <div className="first-head">
        <h3 id="first">{texts.first}</h3>
        <span className="muted num">{counted(language, count, texts.tasksOne, texts.tasks)}</span>
      </div>
      <ol>
        <IntentTasks intents={intents} waiting={waiting.rows} />
        <WaitingTasks rows={others} first={intents.length === 0} />
        {tasks.map((task, at) => (
          <TaskRow key={task.key} task={task} first={at === 0 && people === 0} />
        ))}
      </ol>
      <MoreIntents count={intents.length - maxIntents} />
      <MoreWaiting rows={others} />
    </section>
  )
}

function useCurrentTasks(): Task[] {
  const texts = useTexts(briefTexts)
  const screens = useTexts(channelScreensTexts)
  const dashboard = useTexts(dashboardTexts)
  const { workspace } = useCurrentWorkspace()
  const { session } = useSession()
  const { data } = useQuery({
    queryKey: ['bot introduces', workspace.id],
    refetchOnMount: 'always',
    queryFn: () => readRows('bot_settings', query => query.eq('workspace_id', workspace.id), 'introduces'),
  })
  const tasks: Task[] = []
  if (data?.[0]?.introduces === false)
    tasks.push({
      key: 'silent bot',
      tone: 'owner',
      icon: 'info',
      title: screens.silentBotTitle,
      text: screens.silentBot,
      to: addresses.configuration,
      action: screens.silentBotOpen,
    })
  if (session && !session.user.email_confirmed_at)
    tasks.push({
      key: 'e-mail',
      tone: 'owner',
      icon: 'mail-warning',
      title: texts.mailUnverified,
      text: texts.mailUnverifiedText,
      to: addresses.account,
      action: dashboard.account,
    })
  return tasks
}

function TaskRow({ task, first }: { task: Task; first: boolean }) {
  return (
    <TaskLine {...task} look={first ? 'filled' : 'outline'} first={first}>
      {task.text}
    </TaskLine>
  )
}

function NothingToDo() {
  const texts = useTexts(briefTexts)
  return (
    <section className="panel first-nothing">
      <h3>{texts.nothing}</h3>
      <p className="soft">{texts.nothingText}</p>
      <Link className="link link-alone" to={addresses.inbox}>
        {texts.seeChats}
      </Link>
    </section>
  )
}
