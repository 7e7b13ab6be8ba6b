import { useEffect, useRef, useState } from 'react'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { afterPress } from '#web/kit/forms/after-press.ts'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'

type Rows = { label: string; items: string[]; maxLength: number; onItems(items: string[]): void }

export function PhraseRows({ label, items, maxLength, onItems }: Rows) {
  const texts = useTexts(configurationTexts)
  const list = useRef<HTMLOListElement>(null)
  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  })

  /** In the first row its field: the first button there that works removes it. */
  function focusRow(at: number) {
    const row = list.current?.children[at] ?? list.current?.parentElement?.querySelector('form')
    row?.querySelector<HTMLElement>(at === 0 ? 'input' : 'button:enabled')?.focus()
  }
  function moveUp(at: number) {
    onItems(items.toSpliced(at, 1).toSpliced(at - 1, 0, items[at] ?? ''))
    // At the top the focus stays: there the button does nothing.
    if (at > 1) focusRow(at - 1)
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
            onItem={text => onItems(items.with(at, text))}
            onEmptied={() => {
              if (latest.current.includes(item)) onItems(latest.current.filter(other => other !== item))
            }}
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

type Row = { label: string; item: string; others: string[]; maxLength: number }
type RowActs = { onItem(text: string): void; onEmptied(): void }

/** Each letter counts at once, but an empty row is taken out only when it is left, and after the button that was pressed has acted. */
function PhraseField({ label, item, others, maxLength, onItem, onEmptied }: Row & RowActs) {
  const texts = useTexts(configurationTexts)
  const [edit, setEdit] = useState<{ item: string; text: string }>()
  // Where the row above was taken out, another item stands here.
  const typed = edit?.item === item ? edit.text : undefined
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
        const counts = tidy(text) !== '' && !others.includes(tidy(text))
        setEdit({ item: counts ? tidy(text) : item, text })
        if (counts) onItem(tidy(text))
      }}
      onBlur={() =>
        afterPress(() => {
          if (typed !== undefined && tidy(typed) === '') onEmptied()
          setEdit(undefined)
        })
      }
    />
  )
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
