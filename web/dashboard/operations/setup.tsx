import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { channelScreensTexts } from '#shared/texts/channel-screens-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { useSession } from '#web/data/session.tsx'
import { Bloom } from '#web/kit/bloom.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { isAccount } from '#web/parts/channel-state.ts'
import { lastSeen, useChannels } from '#web/parts/channels.ts'
import { useNow } from '#web/parts/relative-times.ts'
import { fill } from '#web/parts/texts.ts'
import { useFirstAnswer, useHasSource } from './today.ts'

type Step = { key: string; name: string; text?: string; action?: string; to?: string; done: boolean }
type SetupState = { shown: boolean; finished: boolean; steps: Step[] }

const celebrateMs = 86_400_000

/** The five steps to the first live answer. The list stays for a day after it, in full bloom, and then leaves. */
export function useSetup(): SetupState {
  const texts = useTexts(dashboardTexts)
  const screens = useTexts(channelScreensTexts)
  const now = useNow()
  const { session } = useSession()
  const channels = useChannels()
  const hasSource = useHasSource()
  const firstAnswer = useFirstAnswer()
  // A shop that has a page of Messenger or a Zalo account, and no website, has no line to paste.
  const account = channels.rows.some(one => !isAccount(one)) ? undefined : channels.rows[0]
  const heard = channels.rows.some(channel => lastSeen(channel) !== null)
  const answered = Boolean(firstAnswer.data)
  const steps: Step[] = [
    { key: 'confirm', name: texts.setupConfirm, done: Boolean(session?.user.email_confirmed_at) },
    {
      key: 'upload',
      name: texts.setupUpload,
      text: texts.setupUploadText,
      action: texts.setupUploadAction,
      to: addresses.training,
      done: hasSource,
    },
    {
      key: 'connect',
      name: account ? screens.setupAccount : texts.setupConnect,
      text: texts.setupConnectText,
      action: texts.setupConnectAction,
      to: addresses.connect,
      done: channels.rows.length > 0,
    },
    account
      ? {
          key: 'first in',
          name: screens.setupFirstIn,
          text: screens.setupFirstInText,
          action: screens.setupFirstInAction,
          to: addresses.channel.replace(':channelId', account.id),
          done: heard,
        }
      : {
          key: 'paste',
          name: texts.setupPaste,
          text: texts.setupPasteText,
          action: texts.setupPasteAction,
          to: addresses.connect,
          done: heard,
        },
    {
      key: 'answer',
      name: texts.setupAnswer,
      text: texts.setupAnswerText,
      action: texts.setupAnswerAction,
      to: addresses.inbox,
      done: answered,
    },
  ]
  const known = channels.status === 'ready' && firstAnswer.isSuccess
  const fresh = !firstAnswer.data || now - Date.parse(firstAnswer.data) < celebrateMs
  return { shown: known && fresh, finished: answered, steps }
}

export function Setup({ setup }: { setup: SetupState }) {
  const texts = useTexts(dashboardTexts)
  const { steps, finished } = setup
  const { role } = useCurrentWorkspace()
  const done = steps.filter(step => step.done).length
  const left = steps.length - done
  const next = steps.find(step => !step.done)
  const title = finished ? texts.setupDone : left === 1 ? texts.setupOne : fill(texts.setupMany, { count: left })
  return (
    <section className="panel setup">
      <div className="setup-head">
        <Bloom filled={finished ? 5 : done} width={120} />
        <h2>{title}</h2>
        <p className="soft num">
          {finished ? texts.setupDoneText : fill(texts.setupProgress, { done, all: steps.length })}
        </p>
      </div>
      {!finished && (
        <>
          <ol>
            {steps.map(step => (
              <li key={step.key}>
                <span className={step.done ? 'setup-mark setup-mark-done' : 'setup-mark'}>
                  {step.done && <Icon name="check" size="sm" />}
                </span>
                <span>
                  {step === next ? <b className="text-ink">{step.name}</b> : step.name}
                  <span className="unseen">, {step.done ? texts.stepDone : texts.stepOpen}</span>
                  {step === next && step.text && <span className="block">{step.text}</span>}
                </span>
              </li>
            ))}
          </ol>
          {next?.to && (role === 'admin' || next.to !== addresses.connect) && (
            <Link className={`${buttonClass('filled')} mt-3 w-full`} to={next.to}>
              {next.action}
            </Link>
          )}
        </>
      )}
    </section>
  )
}
