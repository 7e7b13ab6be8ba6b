import { lazy, Suspense, useState } from 'react'
import { type IntentAct, type IntentPart, intentParts } from '#shared/words.ts'
import { intentMessage } from '#shared/rules/bot/intent-messages.ts'
import { maySettle } from '#shared/rules/bot/may-settle.ts'
import { missingParts } from '#shared/rules/bot/intent-parts.ts'
import { intentsTexts, type IntentsTexts } from '#shared/texts/bot/intents-texts.ts'
import { ApiError, call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showError, showToast } from '#web/kit/feedback/toast.tsx'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { Decision } from './intent-form.tsx'
import { type Intent, intentIcons, titleOf } from './intent-rows.ts'
import { useAction } from '#web/kit/use-action.ts'

const IntentForm = lazy(async () => ({ default: (await import('./intent-form.tsx')).IntentForm }))

type CardProps = {
  intent: Intent
  language: 'vi' | 'en'
  small?: boolean
  /** A form is open on it: a list of open requests must not drop it, whoever settles it. */
  onForm?(isOpen: boolean): void
  withConsent(send: (mayCost: boolean) => void): void
}

export function IntentCard({ intent, language, small = false, onForm, withConsent }: CardProps) {
  const texts = useTexts(intentsTexts)
  const times = useTimes()
  const { workspace, members } = useCurrentWorkspace()
  const [form, setFormHere] = useState<{ act: 'change' | 'decline'; from: Intent['state'] }>()
  const { busy, problem, perform } = useAction()
  const isOpen = intent.state === 'open'
  const settledAt = intent.settled_at === null ? null : new Date(intent.settled_at)
  const canSettle = (act: IntentAct) => maySettle(intent.state, settledAt, act, new Date())
  const kind = texts[intent.kind]
  const confirming = intentMessage('confirm', intent, workspace.name, language)

  function setForm(act: 'change' | 'decline' | undefined) {
    setFormHere(act && { act, from: intent.state })
    onForm?.(act !== undefined)
  }

  // While this browser's own decision is on its way, the card may hear of it first.
  const overtaken = form && form.from !== intent.state && !busy ? overtakenWords() : undefined

  function overtakenWords(): string {
    const by = members.find(({ person_id: id }) => id !== null && id === intent.settled_by)?.name
    const state = fill(texts[stateKey(intent)], { kind })
    return by ? fill(texts.overtakenBy, { name: by, state }) : fill(texts.overtaken, { state })
  }

  function settle(decision: Decision) {
    withConsent(mayCost => void send({ ...decision, ...(mayCost && { may_cost: true }) }))
  }

  const send = (body: Decision & { may_cost?: boolean }) =>
    perform(async () => {
      try {
        await call('POST /api/v1/intents/:id/settle', { params: { id: intent.id }, body, repeatable: true })
      } catch (error) {
        // Among open requests the card goes with what it says.
        if (error instanceof ApiError && error.code === 'intents.settled') showError(error)
        throw error
      }
      showToast(body.text ? texts.done : texts.ignored)
      setForm(undefined)
    })

  // Beside the conversation it would be a second region of the same name.
  const Frame = small ? 'div' : 'section'
  return (
    <Frame
      role={small ? 'group' : undefined}
      className={`intent ${isOpen ? 'intent-open' : ''} ${small ? 'intent-small' : ''}`}
      aria-label={kind}
    >
      <header className="intent-head">
        <Icon name={intentIcons[intent.kind]} size="sm" />
        <h3 className="fill">{fill(texts[stateKey(intent)], { kind })}</h3>
        <time className="num" dateTime={intent.created_at}>
          {times.clock(intent.created_at)}
        </time>
      </header>
      <div className="intent-body">
        <p className="intent-title num">{titleOf(intent) || texts.unsaid}</p>
        <Facts intent={intent} texts={texts} />
        {isOpen && <Missing parts={missingParts(intent.kind, intent)} texts={texts} kind={intent.kind} />}
        {canSettle('confirm') && !form && !small && (
          <p className="intent-message">{fill(texts.receives, { text: confirming })}</p>
        )}
        {problem && <Notice tone="bad">{problem}</Notice>}
        {canSettle('confirm') && !form && (
          <div className="intent-acts">
            <Button
              look={small || !isOpen ? 'outline' : 'person'}
              icon="check"
              busy={busy}
              title={fill(texts.receives, { text: confirming })}
              onClick={() => settle({ act: 'confirm', text: confirming })}
            >
              {texts.confirm}
            </Button>
            {intent.phone && (
              <a
                className={buttonClass()}
                href={`tel:${intent.phone}`}
                aria-label={fill(texts.callNumber, { number: formatPhone(intent.phone) })}
              >
                <Icon name="phone" size="sm" />
                {texts.call}
              </a>
            )}
            {canSettle('change') && <Button onClick={() => setForm('change')}>{texts.change}</Button>}
            <Button look="quiet" onClick={() => setForm('decline')}>
              {texts.decline}
            </Button>
          </div>
        )}
        {form && (
          <Suspense fallback={null}>
            <IntentForm
              key={form.act}
              act={form.act}
              overtaken={overtaken}
              maySend={canSettle(form.act)}
              intent={intent}
              language={language}
              busy={busy}
              onSettle={settle}
              onBack={() => setForm(undefined)}
            />
          </Suspense>
        )}
      </div>
    </Frame>
  )
}

function stateKey({ state }: Intent): 'waits' | 'confirmed' | 'changed' | 'declined' | 'expired' {
  return (['confirmed', 'changed', 'declined', 'expired'] as const).find(one => one === state) ?? 'waits'
}

const besideTitle: readonly IntentPart[] = ['what', 'address']

function Facts({ intent, texts }: { intent: Intent; texts: IntentsTexts }) {
  const shown = intentParts.filter(
    part =>
      intent[part] &&
      (besideTitle.includes(part) ||
        (part === 'how_many' && intent.kind !== 'booking' && !intent.what?.includes(intent[part]))),
  )
  if (shown.length === 0) return null
  return (
    <dl className="facts intent-facts">
      {shown.map(part => (
        <div key={part} className="contents">
          <dt>{partName(part, intent.kind, texts)}</dt>
          <dd>{intent[part]}</dd>
        </div>
      ))}
    </dl>
  )
}

type MissingProps = { parts: readonly IntentPart[]; kind: Intent['kind']; texts: IntentsTexts }

function Missing({ parts, kind, texts }: MissingProps) {
  if (parts.length === 0) return null
  return (
    <p className="intent-missing">
      <span>{texts.missing}</span>
      {parts.map(part => (
        <span key={part} className="intent-chip">
          {partName(part, kind, texts)}
        </span>
      ))}
    </p>
  )
}

export function partName(part: IntentPart, kind: Intent['kind'], texts: IntentsTexts): string {
  return part === 'what' ? texts[`what_${kind}`] : texts[part]
}
