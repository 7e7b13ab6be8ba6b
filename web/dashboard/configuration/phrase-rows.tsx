import { useRef, useState } from 'react'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'

type Rows = { label: string; items: string[]; maxLength: number; onItems(items: string[]): void }

export function PhraseRows({ label, items, maxLength, onItems }: Rows) {
  const texts = useTexts(configurationTexts)
  const list = useRef<HTMLOListElement>(null)

  function focusRow(at: number) {
    const row = list.current?.children[at] ?? list.current?.parentElement?.querySelector('form')
    row?.querySelector<HTMLElement>('button:enabled')?.focus()
  }
  function moveUp(at: number) {
    onItems(items.toSpliced(at, 1).toSpliced(at - 1, 0, items[at] ?? ''))
    focusRow(at - 1)
  }
  return (
    <ol className="phrase-rows" aria-label={label} ref={list}>
      {items.map((item, at) => (
        // By place: a row keeps its focus while its words are typed.
        <li key={at}>
          <PhraseField
            label={fill(texts.itemAt, { at: at + 1 })}
            item={item}
            others={items.toSpliced(at, 1)}
            maxLength={maxLength}
            onItem={text => onItems(text === '' ? items.toSpliced(at, 1) : items.with(at, text))}
          />
          <IconButton
            icon="arrow-up"
            label={fill(texts.moveUp, { item })}
            disabled={at === 0}
            onClick={() => moveUp(at)}
          />
          <IconButton
            icon="x"
            label={fill(texts.remove, { item })}
            onClick={() => {
              if (at === items.length - 1) focusRow(at - 1)
              onItems(items.toSpliced(at, 1))
            }}
          />
        </li>
      ))}
    </ol>
  )
}

type Row = { label: string; item: string; others: string[]; maxLength: number; onItem(text: string): void }

/** Each letter counts at once, but an empty row is taken out only when it is left. */
function PhraseField({ label, item, others, maxLength, onItem }: Row) {
  const texts = useTexts(configurationTexts)
  const [typed, setTyped] = useState<string>()
  const twice = typed !== undefined && others.includes(tidy(typed))
  return (
    <Field
      label={label}
      labelHidden
      small
      value={typed ?? item}
      maxLength={maxLength}
      autoComplete="off"
      error={twice ? texts.already : undefined}
      onValue={text => {
        setTyped(text)
        if (tidy(text) !== '' && !others.includes(tidy(text))) onItem(tidy(text))
      }}
      onBlur={() => {
        if (typed !== undefined && tidy(typed) === '') onItem('')
        setTyped(undefined)
      }}
    />
  )
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
