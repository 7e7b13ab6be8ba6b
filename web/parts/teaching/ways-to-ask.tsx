import { useRef, useState } from 'react'
import { maxQuestionLength, maxWordings } from '#shared/contracts/training/training.contract.ts'
import { languageOf } from '#shared/rules/text/language.ts'
import { teachingTexts } from '#shared/texts/training/teaching-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import './teaching.css'
import { fill } from '#web/parts/language/texts.ts'
import { oneLine } from '#shared/rules/text/one-line.ts'
import type { Way, Ways } from './use-ways.ts'

export function WaysToAsk({ ways }: { ways: Ways }) {
  const texts = useTexts(teachingTexts)
  return (
    <fieldset className="ways">
      <legend>{texts.ways}</legend>
      <p className="hint">{texts.waysHint}</p>
      {ways.all.length > 0 && (
        <ul>
          {ways.all.map(way => (
            <WayRow key={way.key} way={way} ways={ways} />
          ))}
        </ul>
      )}
      <QueryState query={ways.proposed} failed={texts.waysFailed} brief loading={texts.waysLoading}>
        {() => ways.all.length === 0 && <p className="soft">{texts.waysNone}</p>}
      </QueryState>
      <AddWay ways={ways} />
    </fieldset>
  )
}

function WayRow({ way, ways }: { way: Way; ways: Ways }) {
  const texts = useTexts(teachingTexts)
  const [editing, setEditing] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  function leave() {
    setEditing(false)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (editing)
    return (
      <li className="way way-editing">
        <Field
          label={texts.editing}
          labelHidden
          small
          value={way.text}
          onValue={text => ways.change(way.key, text)}
          maxLength={maxQuestionLength}
          autoComplete="off"
          autoFocus
          onKeyDown={event => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            leave()
          }}
        />
        <Button size="sm" onClick={leave}>
          {texts.done}
        </Button>
      </li>
    )
  const from = wordsFor(way, texts)
  return (
    <li className="way">
      <label>
        <input
          className="choice-mark"
          type="checkbox"
          aria-label={fill(texts.keep, { way: way.text })}
          checked={way.ticked}
          disabled={ways.isFull && !way.ticked}
          onChange={event => ways.tick(way.key, event.target.checked)}
        />
        <span>
          <span lang={languageOf(way.text)}>{way.text}</span>
          {from && <span className="way-from">{from}</span>}
        </span>
      </label>
      <IconButton
        ref={pencil}
        icon="pencil"
        label={fill(texts.edit, { way: way.text })}
        onClick={() => setEditing(true)}
      />
    </li>
  )
}

function wordsFor(
  { from, count }: Way,
  texts: Record<'fromOne' | 'fromMany' | 'fromModel', string>,
): string | undefined {
  if (from === 'model') return texts.fromModel
  if (from !== 'customers') return undefined
  return count > 1 ? fill(texts.fromMany, { count }) : texts.fromOne
}

function AddWay({ ways }: { ways: Ways }) {
  const texts = useTexts(teachingTexts)
  const [typed, setTyped] = useState('')
  function add() {
    const text = oneLine(typed)
    if (text === '' || ways.isFull) return
    ways.add(text)
    setTyped('')
  }
  return (
    <div className="way-add">
      <Field
        label={texts.add}
        labelHidden
        small
        placeholder={texts.add}
        value={typed}
        onValue={setTyped}
        maxLength={maxQuestionLength}
        autoComplete="off"
        error={ways.isFull && typed !== '' ? fill(texts.full, { max: maxWordings }) : undefined}
        onKeyDown={event => {
          if (event.key !== 'Enter' || typed.trim() === '') return
          event.preventDefault() // keeps Enter from submitting the form
          add()
        }}
      />
      <Button size="sm" icon="plus" onClick={add}>
        {texts.addShort}
      </Button>
    </div>
  )
}
