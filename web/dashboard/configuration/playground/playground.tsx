import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { SettingsChange } from '#shared/contracts/bot/bot-settings.contract.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Bubble, TypingBubble } from '#web/kit/bubble.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { Chip } from '#web/kit/tag.tsx'
import { type Tried, TriedAnswer } from './tried-answer.tsx'
import { useAction } from '#web/kit/use-action.ts'

type Turn = { question: string; answer?: Tried; failed?: true }
type When = 'now' | 'open' | 'closed'

const rememberedTurns = 3

export function Playground({ hidden, changes, valid }: { hidden: boolean; changes: SettingsChange; valid: boolean }) {
  const texts = useTexts(configurationTexts)
  const [turns, setTurns] = useState<Turn[]>([])
  const [text, setText] = useState('')
  const [when, setWhen] = useState<When>('now')
  const { busy, problem, perform } = useAction({ wordsOf: error => `${texts.tryFailed} ${messageOf(error)}` })
  const log = useRef<HTMLDivElement>(null)
  const unsaved = Object.keys(changes).length > 0

  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [turns])

  async function ask(question: string) {
    if (!question || busy || !valid) return
    // Asked again, it takes the place of the one that failed.
    const before = turns.filter(turn => !turn.failed || turn.question !== question)
    setText('')
    setTurns([...before, { question }])
    const history = before
      .filter(turn => turn.answer)
      .slice(-rememberedTurns)
      .flatMap(turn => [
        { role: 'customer' as const, text: turn.question },
        ...(turn.answer ? [{ role: 'bot' as const, text: turn.answer.reply }] : []),
      ])
    const hours = when === 'now' ? {} : { hours: when }
    await perform(async () => {
      try {
        const body = { text: question, history, settings: changes, ...hours }
        const answer = await call('POST /api/v1/bot/ask', { body, repeatable: true })
        setTurns([...before, { question, answer }])
      } catch (error) {
        setTurns([...before, { question, failed: true }])
        setText(typed => typed || question)
        throw error
      }
    })
  }

  return (
    <aside className="panel playground" aria-label={texts.try} hidden={hidden}>
      <div className="panel-head">
        <h2 className="fill">{texts.try}</h2>
        <Chip tone={unsaved ? 'info' : 'plain'}>{unsaved ? texts.tryUnsaved : texts.trySaved}</Chip>
      </div>
      <div className="playground-log" ref={log} role="log" aria-label={texts.try} tabIndex={0}>
        {turns.length === 0 && <p className="muted">{texts.tryText}</p>}
        {turns.map(({ question, answer, failed }, at) => (
          <div key={at} className="playground-turn">
            <Bubble author="contact">{question}</Bubble>
            {answer ? (
              <TriedAnswer answer={answer} last={at === turns.length - 1} />
            ) : failed ? (
              <p className="muted">{texts.tryFailed}</p>
            ) : (
              <TypingBubble author="bot" label={texts.tryAnswering} />
            )}
          </div>
        ))}
      </div>
      <div className="playground-foot">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void ask(text.trim())
          }}
        >
          <Field
            label={texts.tryQuestion}
            labelHidden
            small
            value={text}
            onValue={setText}
            placeholder={texts.tryPlaceholder}
            maxLength={2000}
            autoComplete="off"
          />
          <Button type="submit" look="filled" busy={busy} disabled={!valid}>
            {texts.trySend}
          </Button>
        </form>
        {turns.length === 0 ? (
          <div className="row playground-samples">
            {[texts.sample1, texts.sample2, texts.sample3].map(sample => (
              <Button key={sample} size="sm" disabled={!valid} onClick={() => void ask(sample)}>
                {sample}
              </Button>
            ))}
          </div>
        ) : (
          <Button look="quiet" size="sm" icon="rotate-cw" disabled={busy} onClick={() => setTurns([])}>
            {texts.tryAgain}
          </Button>
        )}
        <div className="row playground-when">
          <span className="muted">{texts.tryWhen}</span>
          <SegmentedControl
            label={texts.tryWhen}
            value={when}
            options={[
              { value: 'now', text: texts.tryNow },
              { value: 'open', text: texts.tryOpen },
              { value: 'closed', text: texts.tryClosed },
            ]}
            onChoose={setWhen}
          />
        </div>
      </div>
    </aside>
  )
}
