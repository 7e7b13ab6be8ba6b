import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { channelScreensTexts } from '#shared/texts/channel-screens-texts.ts'
import { dashboardTexts } from '#shared/texts/dashboard-texts.ts'
import { frameTexts } from '#shared/texts/frame-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Bloom } from '#web/kit/bloom.tsx'
import { buttonClass, IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { showToast } from '#web/kit/toast.tsx'
import { isAccount } from '#web/parts/channel-state.ts'
import { lastSeen, useChannels } from '#web/parts/channels.ts'
import { useHiddenSetup } from '#web/parts/hidden-setup.ts'
import { useNow } from '#web/parts/relative-times.ts'
import { fill } from '#web/parts/texts.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { useFirstAnswer, useHasSource, useHasTried } from './today.ts'

type Step = {
  key: string
  name: string
  text?: string
  action?: string
  to?: string
  done: boolean
  /** Only an admin can do it. */
  admins?: true
  /** Offered, and not counted. */
  optional?: true
}
type SetupState = { shown: boolean; finished: boolean; steps: Step[]; hide(): void }

const celebrateMs = 86_400_000

/**
 * The five steps to the first live answer, as they truly are, and one more that may be left out. Nothing waits for them. The list
 * stays for a day after the last, in full bloom, and then leaves; one may put it away before.
 */
export function useSetup(): SetupState {
  const texts = useTexts(frameTexts)
  const now = useNow()
  const { members } = useCurrentWorkspace()
  const channels = useChannels()
  const hasSource = useHasSource()
  const hasTried = useHasTried()
  const firstAnswer = useFirstAnswer()
  const { hidden, hide, show } = useHiddenSetup()
  const answered = Boolean(firstAnswer.data)
  const places = useConnectSteps(channels.rows)
  const words = useTexts(dashboardTexts)
  const steps: Step[] = [
    {
      key: 'upload',
      name: words.setupUpload,
      text: words.setupUploadText,
      action: words.setupUploadAction,
      to: addresses.training,
      done: hasSource,
    },
    {
      key: 'try',
      name: texts.tryBot,
      text: texts.tryBotText,
      action: texts.tryBotAction,
      to: addresses.training,
      done: hasTried || answered,
    },
    ...places,
    {
      key: 'answer',
      name: words.setupAnswer,
      text: words.setupAnswerText,
      action: words.setupAnswerAction,
      to: addresses.inbox,
      done: answered,
    },
    {
      key: 'invite',
      name: texts.inviteTeam,
      text: texts.inviteTeamText,
      action: texts.inviteTeamAction,
      to: addresses.team,
      done: members.length > 1,
      admins: true,
      optional: true,
    },
  ]
  const known = channels.status === 'ready' && firstAnswer.isSuccess
  const fresh = !firstAnswer.data || now - Date.parse(firstAnswer.data) < celebrateMs
  function putAway() {
    hide()
    showToast(texts.stepsHidden, { text: texts.undo, run: show })
  }
  return { shown: known && fresh && !hidden, finished: answered, steps, hide: putAway }
}

/** Connecting, and the first sign of life: of a website its line on a page, of an account its first message. */
function useConnectSteps(rows: readonly Channel[]): Step[] {
  const texts = useTexts(dashboardTexts)
  const screens = useTexts(channelScreensTexts)
  // A shop that has a page of Messenger or a Zalo account, and no website, has no line to paste.
  const account = rows.some(one => !isAccount(one)) ? undefined : rows[0]
  const heard = rows.some(channel => lastSeen(channel) !== null)
  return [
    {
      key: 'connect',
      name: account ? screens.setupAccount : texts.setupConnect,
      text: texts.setupConnectText,
      action: texts.setupConnectAction,
      to: addresses.connect,
      done: rows.length > 0,
      admins: true,
    },
    account
      ? {
          key: 'first in',
          name: screens.setupFirstIn,
          text: screens.setupFirstInText,
          action: screens.setupFirstInAction,
          to: addresses.channel.replace(':channelId', account.id),
          done: heard,
          admins: true,
        }
      : {
          key: 'paste',
          name: texts.setupPaste,
          text: texts.setupPasteText,
          action: texts.setupPasteAction,
          to: addresses.connect,
          done: heard,
          admins: true,
        },
  ]
}

export function Setup({ setup }: { setup: SetupState }) {
  const texts = useTexts(dashboardTexts)
  const frame = useTexts(frameTexts)
  const { steps, finished } = setup
  const counted = steps.filter(step => !step.optional)
  const done = counted.filter(step => step.done).length
  const left = counted.length - done
  const next = finished ? undefined : counted.find(step => !step.done)
  const title = finished ? texts.setupDone : left === 1 ? texts.setupOne : fill(texts.setupMany, { count: left })
  return (
    <section className="panel setup" aria-label={frame.steps}>
      <div className="setup-away">
        <IconButton icon="x" label={frame.stepsHide} onClick={setup.hide} />
      </div>
      <div className="setup-head">
        <Bloom filled={finished ? 5 : done} width={120} />
        <h2>{title}</h2>
        <p className="soft num">
          {finished ? texts.setupDoneText : fill(texts.setupProgress, { done, all: counted.length })}
        </p>
      </div>
      <ol>
        {steps.map(step => (finished && !step.optional ? null : <StepLine key={step.key} step={step} next={next} />))}
      </ol>
      {next && <StepAction step={next} />}
    </section>
  )
}

function StepLine({ step, next }: { step: Step; next: Step | undefined }) {
  const texts = useTexts(dashboardTexts)
  const frame = useTexts(frameTexts)
  const { role } = useCurrentWorkspace()
  const open = step.optional && !step.done && (role === 'admin' || !step.admins)
  return (
    <li>
      <span className={step.done ? 'setup-mark setup-mark-done' : 'setup-mark'}>
        {step.done && <Icon name="check" size="sm" />}
      </span>
      <span>
        {step === next ? <b className="text-ink">{step.name}</b> : step.name}
        {step.optional && <span className="muted"> ({frame.optional})</span>}
        <span className="unseen">, {step.done ? texts.stepDone : texts.stepOpen}</span>
        {step === next && step.text && <span className="block">{step.text}</span>}
        {open && step.to && (
          <Link className="link link-alone block" to={step.to}>
            {step.action}
          </Link>
        )}
      </span>
    </li>
  )
}

function StepAction({ step }: { step: Step }) {
  const frame = useTexts(frameTexts)
  const { role } = useCurrentWorkspace()
  if (!step.to) return null
  if (step.admins && role !== 'admin') return <p className="hint mt-3">{frame.askAdmin}</p>
  return (
    <Link className={`${buttonClass('filled')} mt-3 w-full`} to={step.to}>
      {step.action}
    </Link>
  )
}
